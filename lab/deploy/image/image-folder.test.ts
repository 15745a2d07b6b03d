import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { publishProof } from '../../../e2e/fixtures/public-proof.ts';
import { listPackages, makeImageFolder } from '../../../scripts/image/make-image-folder.ts';
import { installTool } from '../../../scripts/prepare/install-tool.ts';
import { inProject } from '../../../scripts/project-folder.ts';
import { withoutConfiguration } from '../../../scripts/stack/configuration.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import { type Backend, startBackend } from '../../../scripts/stack/start-backend.ts';
import { needPrograms } from '../../programs/need-programs.ts';
import { waitUntil } from '../testing/wait-until.ts';

/** A build takes minutes on a busy machine. */
jest.setTimeout(20 * 60_000);

const scratch = mkdtempSync(join(tmpdir(), 'countersign-image-'));
const folder = join(scratch, 'app');
const siteUrl = 'http://countersign.test';
const running: Array<() => void> = [];
afterEach(() => {
  for (const stop of running.splice(0)) stop();
});
let backend: Backend;

beforeAll(async () => {
  await makeImageFolder(folder);
  backend = await startBackend({
    port: await findFreePort(),
    smtpPort: await findFreePort(),
    dataFolder: join(scratch, 'supabase'),
    siteUrl,
    environment: withoutConfiguration(process.env),
  });
});
afterAll(async () => {
  await backend?.process.stop();
  rmSync(scratch, { recursive: true, force: true });
});

/** Node, its libraries, and the image folder: no home folder, no checkout, no npm, and only /tmp is writable. */
function isolated(command: string[]): string[] {
  return [
    ...['--unshare-user', '--uid', '1000', '--gid', '1000', '--die-with-parent'],
    ...['--ro-bind', '/usr', '/usr', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
    ...['--tmpfs', '/usr/local', '--ro-bind', '/etc/hosts', '/etc/hosts', '--proc', '/proc', '--dev', '/dev'],
    ...['--ro-bind', process.execPath, '/node', '--ro-bind', folder, '/app', '--tmpfs', '/tmp'],
    ...['--remount-ro', '/', '--chdir', '/app', '--', '/node', ...command],
  ];
}

function settings(): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SITE_URL: siteUrl,
    TRUSTED_PROXY_HEADER: 'none',
    // Container runtimes set HOSTNAME, which must not become the address to listen on.
    HOSTNAME: 'the-containers-own-name',
  };
}

async function startSite(more: Record<string, string> = {}) {
  const { bwrap } = needPrograms({ bwrap: 'bubblewrap' });
  const port = await findFreePort();
  const site: ChildProcessByStdio<null, Readable, Readable> = spawn(bwrap, isolated(['server.js']), {
    env: { ...settings(), PORT: String(port), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(() => site.kill('SIGKILL'));
  let output = '';
  for (const stream of [site.stdout, site.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil('the site is ready', async () => {
    if (site.exitCode !== null) throw new Error(`It ended before it was ready: ${output}`);
    return (await fetch(`${url}/api/health`).catch(() => null))?.status === 200;
  });
  const inside = Number(
    execFileSync('pgrep', ['-P', String(site.pid)])
      .toString()
      .trim()
      .split('\n')
      .at(-1) ?? '',
  );
  return { url, port, site, inside, ended: once(site, 'exit'), output: () => output };
}

test('the folder has only what the site needs', () => {
  // A new package has to be added to this list: its code runs with access to the secrets.
  expect(listPackages(folder)).toEqual(
    readFileSync(inProject('deploy/image/packages.txt'), 'utf8').trim().split('\n'),
  );
  const files = globSync('**/*', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
  const unwanted = /pglite|electric-sql|bcrypt|packages\/local|typescript\/|playwright|\.env|\.map$|\/npm\//;
  expect(files.filter((file) => unwanted.test(file) && !file.startsWith('node_modules/next/'))).toEqual([]);
  for (const file of [
    'server.js',
    'operator.mjs',
    'LICENSE',
    'sbom.cdx.json',
    '.next/server/middleware.js',
    '.next/server/instrumentation.js',
  ])
    expect([file, existsSync(join(folder, file))]).toEqual([file, true]);
  expect(readFileSync(join(folder, 'build.json'), 'utf8')).not.toContain(inProject());
  const bytes = files
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
  expect(bytes / 1024 / 1024).toBeLessThan(70);
});

test('its list of packages names exactly those in it or in its files, with version and license', () => {
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string; purl: string; licenses: unknown[] }[];
  };
  const lying = listPackages(folder).map((name) => {
    const file = join(folder, 'node_modules', name, 'package.json');
    // One package is an alias that replaces an unwanted one.
    return JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string; license: string };
  });
  for (const { name, version, license } of lying)
    expect(components).toContainEqual(
      expect.objectContaining({ name, version, licenses: [{ license: { id: license } }] }),
    );
  const names = components.map(({ name }) => name);
  // A package of operator.mjs, of the server's files, and of the browser's.
  expect(names).toEqual(expect.arrayContaining(['pg', '@supabase/ssr', 'react-hot-toast']));
  expect(names.filter((name) => /pglite|bcrypt|playwright|jest|typescript|esbuild|biome/.test(name))).toEqual(
    [],
  );
  // A new package without a license has to be added here. All but the last are compiled into @solana/web3.js; so is ms, whose
  // version is also in the folder, with its license.
  expect(components.filter(({ licenses }) => licenses.length === 0).map(({ name }) => name)).toEqual([
    'agentkeepalive',
    'fast-stable-stringify',
    'humanize-ms',
    'text-encoding-utf-8',
  ]);
});

test('its list of packages is valid by the schema of CycloneDX', async () => {
  const tool = inProject('lab', 'programs', 'cyclonedx');
  await installTool(tool);
  const problems = execFileSync(process.execPath, ['check-list.mjs', join(folder, 'sbom.cdx.json')], {
    cwd: tool,
  });
  expect(JSON.parse(problems.toString())).toEqual([]);
});

test('starts with only Node, as an unprivileged user, on a read-only file system', async () => {
  const { url, site, inside, ended, output } = await startSite();
  const page = await fetch(`${url}/sign-in`);
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  expect(page.headers.get('content-security-policy')).toContain("'strict-dynamic'");
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  const html = await page.text();
  const [script] = /\/_next\/static\/[^"]+\.js/.exec(html) ?? [];
  expect((await fetch(`${url}${script}`)).status).toBe(200);
  expect(await (await fetch(`${url}/api/ready`)).json()).toMatchObject({ status: 'ready' });
  // As with `npm start`, the server refuses methods that no page has, and publishes the provider's keys.
  expect((await fetch(`${url}/sign-in`, { method: 'DELETE' })).status).toBe(405);
  expect((await (await fetch(`${url}/oauth/jwks`)).json()).keys).not.toHaveLength(0);
  process.kill(inside, 'SIGTERM');
  await ended;
  expect(output()).not.toMatch(/EROFS|EACCES|ENOENT/);
  expect(site.exitCode).not.toBe(1);
});

test('draws the picture of a proof, whose fonts are read only then', async () => {
  const { url, publishableKey, secretKey, mailboxUrl } = backend;
  const { path } = await publishProof({ siteUrl, supabaseUrl: url, publishableKey, secretKey, mailboxUrl });
  const site = await startSite();
  const picture = await fetch(`${site.url}${path}/picture.png`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('on SIGTERM, first fails the health check of a load balancer, then completes pending requests', async () => {
  const { url, port, inside, ended } = await startSite({ SHUTDOWN_DELAY: '300' });
  const body = 'grant_type=authorization_code&code=x&client_id=nobody&client_secret=x';
  const asking = connect(port, '127.0.0.1');
  await once(asking, 'connect');
  asking.write(
    `POST /oauth/token HTTP/1.1\r\nhost: localhost:3000\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  process.kill(inside, 'SIGTERM');
  let health = await fetch(`${url}/api/health`);
  await waitUntil('a balancer hears of its end', async () => {
    health = await fetch(`${url}/api/health`);
    return health.status === 503;
  });
  expect(health.headers.get('connection')).toBe('close');
  // A second signal skips the rest of the delay.
  process.kill(inside, 'SIGTERM');
  await waitUntil('nobody new is answered', () =>
    fetch(`${url}/api/health`).then(
      () => false,
      () => true,
    ),
  );
  let answer = '';
  asking.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  asking.write(body.slice(10));
  await once(asking, 'close');
  expect(answer).toContain('HTTP/1.1 401');
  expect(answer).toContain('invalid_client');
  await ended;
});

test("the operators' commands run from one file, like the site", () => {
  const { bwrap } = needPrograms({ bwrap: 'bubblewrap' });
  const run = (...args: string[]) =>
    execFileSync(bwrap, isolated(['operator.mjs', ...args]), { env: settings(), encoding: 'utf8' });
  expect(run('app', 'list', '--json').trim()).toBe('[]');
  for (const command of ['doctor', 'schema', 'account', 'app'])
    expect(run(command, '--help')).toContain(`Usage: node operator.mjs ${command} `);
  // The image has no npm, so no message may suggest it.
  expect(
    readFileSync(join(folder, 'operator.mjs'), 'utf8').match(/npm run (account|app|doctor|schema)\b.*/g),
  ).toBeNull();
  expect(run('schema', 'print')).toContain('create table countersign.wallets');
});
