import { shareInProcess } from '../share-in-process.ts';
import { type CounterName, type HistogramName, type LabelsOf, type MetricName, metrics } from './metrics.ts';

/** Upper bounds in seconds. A page takes some hundredths; a backend call times out after five. */
export const bucketsInSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

type Labelled = { values: string[] };
export type Count = Labelled & { count: number };
/** `counts` has one more entry than there are bounds, for longer durations. Each counts the durations between two bounds. */
export type Durations = Labelled & { counts: number[]; sumInSeconds: number };

/** Far more than all routes and functions. Bounds the memory if a label varies unexpectedly. */
const mostSeries = 2000;

export const counted = shareInProcess('metrics', () => ({
  isOn: false,
  counts: new Map<CounterName, Map<string, Count>>(),
  durations: new Map<HistogramName, Map<string, Durations>>(),
}));

/** Turns metrics on. Before, `count` and `observe` do nothing. */
export function startCounting(): void {
  counted.isOn = true;
}

export function isCounting(): boolean {
  return counted.isOn;
}

export function count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>): void {
  if (!counted.isOn) return;
  const series = find(seriesOf(counted.counts, name), name, labels, (values) => ({ values, count: 0 }));
  if (series) series.count += 1;
}

/** Exports a counter as 0 before its first event, since monitors only see a first event as a change from 0. */
export function countFromZero<Name extends CounterName>(name: Name, labels: LabelsOf<Name>): void {
  find(seriesOf(counted.counts, name), name, labels, (values) => ({ values, count: 0 }));
}

export function observe<Name extends HistogramName>(
  name: Name,
  labels: LabelsOf<Name>,
  seconds: number,
): void {
  if (!counted.isOn) return;
  const series = find(seriesOf(counted.durations, name), name, labels, (values) => ({
    values,
    counts: Array.from({ length: bucketsInSeconds.length + 1 }, () => 0),
    sumInSeconds: 0,
  }));
  if (!series) return;
  const found = bucketsInSeconds.findIndex((bound) => seconds <= bound);
  const bucket = found === -1 ? bucketsInSeconds.length : found;
  series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
  series.sumInSeconds += seconds;
}

function seriesOf<Name extends MetricName, Series>(
  all: Map<Name, Map<string, Series>>,
  name: NoInfer<Name>,
): Map<string, Series> {
  const known = all.get(name);
  if (known) return known;
  const made = new Map<string, Series>();
  all.set(name, made);
  return made;
}

function find<Name extends MetricName, Series>(
  known: Map<string, Series>,
  name: Name,
  labels: LabelsOf<Name>,
  make: (values: string[]) => Series,
): Series | undefined {
  const values = metrics[name].labels.map((label) => labels[label as keyof LabelsOf<Name>]);
  const key = values.join('\n');
  const found = known.get(key);
  if (found || known.size >= mostSeries) return found;
  const made = make(values);
  known.set(key, made);
  return made;
}
