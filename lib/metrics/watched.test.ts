import { readFileSync } from 'node:fs';
import { readGauges } from '../start-up/answer-metrics';
import { metrics } from './metrics';

const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
const dashboard = readFileSync('deploy/grafana/dashboard.json', 'utf8');
const page = ['operations', 'metrics-and-log-events']
  .map((name) => readFileSync(`docs/${name}.md`, 'utf8'))
  .join('\n');

const endings = { counter: ['_total'], histogram: ['_bucket', '_sum', '_count'], gauge: [''] };

/** Every exported name, with its labels. */
async function listSeries(): Promise<Map<string, readonly string[]>> {
  const own = Object.values(metrics).flatMap(({ name, type, labels }) =>
    endings[type].map((ending) => [`${name}${ending}`, labels] as [string, readonly string[]]),
  );
  const gauges = Object.keys(await readGauges()).map((name) => [name, []] as [string, string[]]);
  return new Map([...own, ...gauges]);
}

const named = (text: string) => [...new Set(text.match(/\b(countersign|process|nodejs)_[a-z0-9_]+/g))];

test.each([
  ['the alerts', alerts],
  ['the dashboard', dashboard],
])('every metric and label in %s exists', async (_where, text) => {
  const series = await listSeries();
  expect(named(text).length).toBeGreaterThan(8);
  expect(named(text).filter((name) => !series.has(name))).toEqual([]);
  for (const [, name = '', selector = ''] of text.replaceAll('\\"', '"').matchAll(/\b(\w+)\{([^}]*)\}/g)) {
    const labels = [...selector.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label);
    const known = [...(series.get(name) ?? []), 'job', 'le'];
    expect([name, labels.filter((label) => label !== undefined && !known.includes(label))]).toEqual([
      name,
      [],
    ]);
  }
});

test('every metric is documented for operators and in the dashboard', async () => {
  for (const { name, type } of Object.values(metrics))
    expect(page).toContain(`\`${type === 'counter' ? `${name}_total` : name}\``);
  for (const name of Object.keys(await readGauges())) {
    expect(page).toContain(`\`${name}\``);
    expect(dashboard).toContain(name);
  }
});

test('every alert names the problem and the next step', () => {
  const raised = alerts.split('- alert: ').slice(1);
  expect(raised.length).toBeGreaterThan(10);
  for (const alert of raised) expect(alert).toMatch(/summary: .{10,}\n +description: '.{10,}'\n/);
});

test('every outcome and event in an alert can occur', () => {
  const sources = [
    'lib/log/log-events.ts',
    'lib/http/session-outcomes.ts',
    'lib/supabase/fetch-backend.ts',
    'server/record-request.ts',
  ];
  const known = `${sources.map((file) => readFileSync(file, 'utf8')).join('\n')} 'valid' 'none'`;
  const waited = [...alerts.matchAll(/(?:outcome|event)(?:=~|!=|=)"([^"]+)"/g)].flatMap(([, value = '']) =>
    value.replace('refused:', '').replace(/[()]/g, '').split('|'),
  );
  expect(waited.length).toBeGreaterThan(8);
  for (const value of waited) expect(known).toContain(`'${value}'`);
});
