import { bucketsInSeconds, count, counted, countFromZero, observe, startCounting } from './count';
import { metrics } from './metrics';
import { writeMetrics } from './write-metrics';

beforeEach(() => {
  counted.counts.clear();
  counted.durations.clear();
  startCounting();
});

const noGauges = {};
const samples = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('nothing is counted while metrics are off', () => {
  counted.isOn = false;
  count('sessionRefreshes', { outcome: 'refreshed' });
  observe('backendDuration', { backend: 'auth' }, 1);
  expect(samples(writeMetrics(noGauges, 'text'))).toEqual([]);
});

test('equal labels share a line, and other labels get another', () => {
  for (const outcome of ['refreshed', 'refused', 'refreshed']) count('sessionRefreshes', { outcome });
  expect(samples(writeMetrics(noGauges, 'openmetrics'))).toEqual([
    'countersign_session_refreshes_total{outcome="refreshed"} 2',
    'countersign_session_refreshes_total{outcome="refused"} 1',
  ]);
});

test('a counter exported from zero starts at 0 and continues from there', () => {
  countFromZero('sessionRefreshes', { outcome: 'refused' });
  expect(samples(writeMetrics(noGauges, 'text'))).toEqual([
    'countersign_session_refreshes_total{outcome="refused"} 0',
  ]);
  count('sessionRefreshes', { outcome: 'refused' });
  countFromZero('sessionRefreshes', { outcome: 'refused' });
  expect(samples(writeMetrics(noGauges, 'text'))).toEqual([
    'countersign_session_refreshes_total{outcome="refused"} 1',
  ]);
});

test('a duration counts in every bucket that it fits, including an exact bound and one above all bounds', () => {
  for (const seconds of [0.005, 0.006, 11]) observe('backendDuration', { backend: 'auth' }, seconds);
  const written = samples(writeMetrics(noGauges, 'openmetrics'));
  const name = 'countersign_backend_call_duration_seconds';
  expect(written[0]).toBe(`${name}_bucket{backend="auth",le="0.005"} 1`);
  expect(written[1]).toBe(`${name}_bucket{backend="auth",le="0.01"} 2`);
  expect(written.slice(bucketsInSeconds.length - 1)).toEqual([
    `${name}_bucket{backend="auth",le="10.0"} 2`,
    `${name}_bucket{backend="auth",le="+Inf"} 3`,
    `${name}_sum{backend="auth"} 11.011`,
    `${name}_count{backend="auth"} 3`,
  ]);
});

test('no label value starts another line or ends its own', () => {
  count('sessionRefreshes', { outcome: 'a"} 1\nforged_total 7\\' });
  expect(samples(writeMetrics(noGauges, 'text'))).toEqual([
    String.raw`countersign_session_refreshes_total{outcome="a\"} 1\nforged_total 7\\"} 1`,
  ]);
});

test("a label with endless values doesn't fill the memory", () => {
  for (let one = 0; one < 5000; one++) count('sessionRefreshes', { outcome: String(one) });
  expect(samples(writeMetrics(noGauges, 'text')).length).toBe(2000);
});

test('OpenMetrics names a counter without its suffix, the older format with it, and only OpenMetrics has an end mark', () => {
  const gauges = { process_cpu_seconds_total: { help: 'Time.', value: 1 } };
  expect(writeMetrics(gauges, 'openmetrics')).toMatch(/^# TYPE countersign_requests counter$/m);
  expect(writeMetrics(gauges, 'openmetrics')).toMatch(
    /^# TYPE process_cpu_seconds counter$[\s\S]*^# EOF\n$/m,
  );
  expect(writeMetrics(gauges, 'text')).toMatch(/^# TYPE countersign_requests_total counter$/m);
  expect(writeMetrics(gauges, 'text')).not.toContain('EOF');
});

test('an unreadable gauge has no value, rather than a wrong one', () => {
  const written = writeMetrics({ countersign_grants_live: { help: 'Grants.', value: null } }, 'text');
  expect(samples(written)).toEqual([]);
  expect(written).toContain('# TYPE countersign_grants_live gauge');
});

test('no label identifies a person', () => {
  const labels = Object.values(metrics).flatMap(({ labels }) => [...labels] as string[]);
  expect([...new Set(labels)].sort()).toEqual(
    ['backend', 'call', 'event', 'method', 'outcome', 'purpose', 'route', 'status'].sort(),
  );
});
