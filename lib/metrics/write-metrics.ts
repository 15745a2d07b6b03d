import { bucketsInSeconds, counted } from './count.ts';
import { type CounterName, type HistogramName, type MetricName, metrics } from './metrics.ts';

/** A value that is read on request; null if it can't be read. */
type Gauge = { help: string; value: number | null };
export type Gauges = Record<`countersign_${string}` | `process_${string}` | `nodejs_${string}`, Gauge>;

/** OpenMetrics 1.0, or Prometheus's older text format, in which a counter's name includes the suffix of its samples. */
export type MetricsFormat = 'openmetrics' | 'text';

export const metricsTypes: Record<MetricsFormat, string> = {
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  text: 'text/plain; version=0.0.4; charset=utf-8',
};

/** @returns this process's counters and the gauges, one value per line. */
export function writeMetrics(gauges: Gauges, format: MetricsFormat): string {
  const lines: string[] = [];
  for (const name of Object.keys(metrics) as MetricName[]) {
    const { name: shown, type, help } = metrics[name];
    const family = type === 'counter' && format === 'text' ? `${shown}_total` : shown;
    lines.push(`# HELP ${family} ${help}`, `# TYPE ${family} ${type}`);
    if (type === 'counter') lines.push(...writeCounter(name as CounterName));
    else lines.push(...writeHistogram(name as HistogramName));
  }
  for (const [name, { help, value }] of Object.entries(gauges)) {
    const isCounter = name.endsWith('_total');
    const family = isCounter && format === 'openmetrics' ? name.slice(0, -'_total'.length) : name;
    lines.push(`# HELP ${family} ${help}`, `# TYPE ${family} ${isCounter ? 'counter' : 'gauge'}`);
    if (value !== null) lines.push(`${name} ${value}`);
  }
  if (format === 'openmetrics') lines.push('# EOF');
  return `${lines.join('\n')}\n`;
}

function* writeCounter(name: CounterName): Generator<string> {
  for (const { values, count } of counted.counts.get(name)?.values() ?? [])
    yield `${metrics[name].name}_total${writeLabels(pair(name, values))} ${count}`;
}

function* writeHistogram(name: HistogramName): Generator<string> {
  for (const { values, counts, sumInSeconds } of counted.durations.get(name)?.values() ?? []) {
    const labels = pair(name, values);
    let below = 0;
    for (const [place, count] of counts.entries()) {
      below += count;
      // OpenMetrics writes bounds as decimal numbers.
      const bound = bucketsInSeconds[place];
      const written = bound === undefined ? '+Inf' : Number.isInteger(bound) ? `${bound}.0` : String(bound);
      yield `${metrics[name].name}_bucket${writeLabels([...labels, ['le', written]])} ${below}`;
    }
    yield `${metrics[name].name}_sum${writeLabels(labels)} ${sumInSeconds}`;
    yield `${metrics[name].name}_count${writeLabels(labels)} ${below}`;
  }
}

function pair(name: MetricName, values: string[]): Array<[string, string]> {
  return metrics[name].labels.map((label, place) => [label, values[place] ?? '']);
}

function writeLabels(labels: Array<[string, string]>): string {
  if (labels.length === 0) return '';
  const quote = (value: string) =>
    value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `{${labels.map(([name, value]) => `${name}="${quote(value)}"`).join(',')}}`;
}
