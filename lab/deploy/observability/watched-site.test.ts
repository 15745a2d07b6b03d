import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, testBuildFolder } from '../../../scripts/prepare/build-app';
import { installTool } from '../../../scripts/prepare/install-tool';
import { type RunningProcess, startProcess, type Variables } from '../../../scripts/process/start-process';
import { inProject } from '../../../scripts/project-folder';
import { withoutConfiguration } from '../../../scripts/stack/configuration';
import { findFreePort } from '../../../scripts/stack/ports';
import { startApp } from '../../../scripts/stack/start-app';
import { type Backend, startBackend } from '../../../scripts/stack/start-backend';
import { needPrograms } from '../../programs/need-programs';
import { type Collector, startCollector } from '../testing/collector';
import { type Program, startProgram } from '../testing/start-program';
import { waitUntil } from '../testing/wait-until.ts';

const token = 'a-token-of-a-monitor-0123456789';
const secret = 'never-told-token-hash';
const proofId = crypto.randomUUID();

const folder = mkdtempSync(join(tmpdir(), 'watched-site-'));
let programs: { promtool: string; prometheus: string };
let backend: Backend;
let collector: Collector;
let prometheus: Program | undefined;
/** Serves metrics at the site's port with a token, and sends traces. */
let open: { url: string; process: RunningProcess };
let apart: { url: string; metricsPort: number; process: RunningProcess };

beforeAll(async () => {
  programs = needPrograms({ promtool: 'prometheus', prometheus: 'prometheus' });
  await installTool(inProject('deploy', 'opentelemetry'));
  await buildApp(testBuildFolder);
  collector = await startCollector();
  const settings = withoutConfiguration(process.env);
  backend = await startBackend({
    ...{ port: await findFreePort(), smtpPort: await findFreePort() },
    ...{ siteUrl: 'http://localhost:3000', dataFolder: join(folder, 'supabase'), environment: settings },
  });
  const traces = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'watched',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
  open = await start({ METRICS_TOKEN: token, LOG_REQUESTS: '1', LOG_FORMAT: 'json', ...traces });
  const metricsPort = await findFreePort();
  apart = { ...(await start({ METRICS_PORT: String(metricsPort) })), metricsPort };
  for (const path of visited) await fetch(`${open.url}${path}`, { redirect: 'manual', headers: visitor });
});
afterAll(async () => {
  await prometheus?.stop();
  await open?.process.stop();
  await apart?.process.stop();
  await backend?.process.stop();
  collector?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const visited = [
  '/sign-in',
  `/proofs/${proofId}`,
  `/auth/confirm?token_hash=${secret}&type=email`,
  '/wallets',
  '/api/ready',
];
const visitor = { 'user-agent': 'agent-of-somebody', cookie: 'theme=somebodys' };
const personal = [secret, proofId, 'agent-of-somebody', 'somebodys', 'token_hash', '127.0.0.1:'];

function settingsFor(siteUrl: string): Variables {
  return {
    ...withoutConfiguration(process.env),
    ...{ SUPABASE_URL: backend.url, SUPABASE_PUBLISHABLE_KEY: backend.publishableKey },
    ...{ SUPABASE_SECRET_KEY: backend.secretKey, SITE_URL: siteUrl },
    ...{ COUNTERSIGN_EMBEDDED: '1', LOCAL_BACKEND_TIMEOUT: '60' },
  };
}

async function start(variables: Variables) {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const environment = { ...settingsFor(url), ...variables };
  const running = await startApp({
    ...({ mode: 'start', port, host: 'localhost', buildFolder: testBuildFolder, environment } as const),
  });
  return { url, process: running };
}

const bearer = { authorization: `Bearer ${token}` };
const read = async (accept: string) =>
  (await fetch(`${open.url}/api/metrics`, { headers: { ...bearer, accept } })).text();

test('promtool accepts the names, types and help texts of the metrics', async () => {
  const text = await read('text/plain');
  const checked = spawnSync(programs.promtool, ['check', 'metrics'], { input: text, encoding: 'utf8' });
  expect([checked.status, checked.stdout, checked.stderr]).toEqual([0, '', '']);
  expect(text).toMatch(/^countersign_requests_total\{route="\/proofs\/\[proofId\]",status="4xx"\} 1$/m);
  expect(text).toMatch(
    /^countersign_backend_calls_total\{backend="database",call="\w+",outcome="ok"\} \d+$/m,
  );
});

test('metrics contain no personal data', async () => {
  const text = await read('application/openmetrics-text');
  expect(text).toContain('route="/auth/confirm"');
  for (const one of personal) expect([one, text.includes(one)]).toEqual([one, false]);
});

test('without the token, /api/metrics looks like a path that does not exist', async () => {
  const describe = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${open.url}${path}`, { headers });
    const told = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
    return { status: answer.status, told, body: await answer.text() };
  };
  const missing = await describe('/api/no-such-thing', {});
  expect(missing.status).toBe(404);
  expect(await describe('/api/metrics', {})).toEqual(missing);
  expect(await describe('/api/metrics', { authorization: 'Bearer wrong' })).toEqual(missing);
  expect((await fetch(`${apart.url}/api/metrics`, { headers: bearer })).status).toBe(404);
});

test('Prometheus scrapes a process with a token and one with a separate port, and aggregates them', async () => {
  const port = await findFreePort();
  const config = join(folder, 'prometheus.yml');
  const target = (name: string, address: string, more = '') =>
    `  - job_name: ${name}\n    metrics_path: /api/metrics\n    scrape_interval: 1s\n${more}    static_configs:\n      - targets: ['${address}']\n`;
  const authorization = `    authorization:\n      credentials: ${token}\n`;
  writeFileSync(
    config,
    `scrape_configs:\n${target('open', new URL(open.url).host, authorization)}${target('apart', `localhost:${apart.metricsPort}`)}rule_files: ['${inProject('deploy', 'prometheus', 'alerts.yml')}']\n`,
  );
  const data = join(folder, 'prometheus');
  mkdirSync(data);
  // Prometheus runs as another user.
  for (const path of [folder, data]) chmodSync(path, 0o777);
  prometheus = await startProgram(
    programs.prometheus,
    [`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`],
    { port, env: { PATH: process.env.PATH }, cwd: data },
  );
  type Answer = { data: { result: Array<{ metric: Record<string, string>; value: [number, string] }> } };
  const ask = async (query: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`);
    if (!answer.ok) return [];
    return ((await answer.json()) as Answer).data.result.map(({ metric, value }) => [metric.job, value[1]]);
  };
  const until = async (query: string, expected: unknown) => {
    const wanted = JSON.stringify(expected);
    await waitUntil(`${query} is ${wanted}`, async () => JSON.stringify(await ask(query)) === wanted);
  };
  await until('up{job="apart"}', [['apart', '1']]);
  await until('up{job="open"}', [['open', '1']]);
  await until('countersign_requests_total{route="/sign-in",status="2xx"}', [['open', '1']]);
  await until('max(countersign_database_counts_read)', [[undefined, '1']]);
  // No alert is pending or firing, because nothing is wrong.
  expect(await ask('ALERTS')).toEqual([]);
});

test('refuses to start if the metrics port is taken, and names the setting', async () => {
  const port = await findFreePort();
  const running = startProcess({
    name: 'The app',
    nodeArguments: [inProject('node_modules/next/dist/bin/next'), 'start', '-p', String(port)],
    environment: {
      ...settingsFor(`http://localhost:${port}`),
      ...{ NODE_ENV: 'production', NEXT_DIST_DIR: testBuildFolder, METRICS_PORT: String(apart.metricsPort) },
    },
  });
  expect((await running.ended).code).toBe(1);
  expect(running.errorOutput()).toContain(`Can't listen on METRICS_PORT ${apart.metricsPort}: EADDRINUSE.`);
});

test('does not log requests of Prometheus, and logs every other line in the same format', async () => {
  await read('text/plain');
  await fetch(`${open.url}/api/health`);
  const lines = () =>
    open.process
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
  await waitUntil('the line is written', () => lines().some((line) => line.includes('/api/health')));
  const parsed = lines().map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(parsed.filter(({ route, status }) => route === '/api/metrics' && status === 200)).toEqual([]);
  for (const { time, level, event } of parsed)
    expect([typeof time, level, typeof event]).toEqual(['string', 'info', 'string']);
});

test('sends traces with routes and calls to a collector, without personal data', async () => {
  const names = () => collector.spans().map(({ name }) => name);
  await waitUntil(
    'the traces are there',
    () =>
      names().some((name) => name.includes('/auth/confirm')) &&
      names().some((name) => name.startsWith('call ')),
  );
  expect(new Set(collector.paths)).toEqual(new Set(['/v1/traces']));
  expect(collector.bodies.join()).toContain('"stringValue":"watched"');
  expect(names()).toContain('BaseServer.handleRequest GET /proofs/[proofId]');
  expect(names()).toEqual(expect.arrayContaining([expect.stringMatching(/^call (auth|database) \w/)]));
  for (const one of personal.filter((given) => given !== '127.0.0.1:'))
    expect([one, collector.bodies.join().includes(one)]).toEqual([one, false]);
  const keys = new Set(collector.spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  expect([...keys].filter((key) => /target|url|header|cookie|address|user/i.test(key))).toEqual([]);
});
