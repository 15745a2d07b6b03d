import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inProject } from '../../../scripts/project-folder.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import { needPrograms } from '../../programs/need-programs.ts';
import { waitUntil } from '../testing/wait-until.ts';

type Inspected = {
  Docker: {
    config: { Cmd: string[]; Labels: Record<string, string>; Healthcheck: { Test: string[] } };
  };
};

/** For a build, and for the base image the first time. */
jest.setTimeout(30 * 60_000);

if (process.getuid?.() !== 0)
  throw new Error(
    'This test needs root: debootstrap and buildah make folders that belong to others. Run it with sudo.',
  );

/** For each program. Jest's own limit doesn't end a synchronous call. */
const patienceInMilliseconds = 25 * 60_000;
const scratch = mkdtempSync(join(tmpdir(), 'countersign-oci-'));
const { buildah } = needPrograms({ buildah: 'buildah', debootstrap: 'debootstrap' });
const environment = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };
const store = ['--root', join(scratch, 'store'), '--runroot', join(scratch, 'run')];
const run = (...args: string[]) =>
  execFileSync(buildah, [...store, ...args], {
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patienceInMilliseconds,
  });

const running: Array<() => void> = [];
afterAll(() => {
  for (const stop of running.splice(0)) stop();
  // Containers keep files mounted until they are removed.
  run('rm', '--all');
  rmSync(scratch, { recursive: true, force: true });
});

/**
 * Replaces `node:24-slim`, which needs a registry: the smallest Debian with this machine's Node, npm, and certificate authorities.
 * Its Debian is kept in `.local`, because making it takes minutes.
 */
function makeBase(): string {
  const { debootstrap } = needPrograms({ debootstrap: 'debootstrap' });
  const base = inProject('.local', 'debian-base');
  if (!existsSync(base)) {
    const unfinished = `${base}-${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    execFileSync(debootstrap, ['--variant=minbase', 'bookworm', unfinished], {
      stdio: 'ignore',
      timeout: patienceInMilliseconds,
    });
    renameSync(unfinished, base);
  }
  const cli = process.env.npm_execpath;
  if (!cli) throw new Error('This test copies the npm that runs it: start it with npm run test:deploy.');
  const local = join(base, 'usr', 'local');
  // An earlier run left its own.
  for (const kept of ['lib/node_modules/npm', 'bin/npm', 'etc/authorities.pem', 'etc/npmrc'])
    rmSync(join(local, kept), { recursive: true, force: true });
  cpSync(process.execPath, join(local, 'bin', 'node'));
  cpSync(dirname(dirname(cli)), join(local, 'lib', 'node_modules', 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm'));
  if (process.env.NODE_EXTRA_CA_CERTS) {
    cpSync(process.env.NODE_EXTRA_CA_CERTS, join(local, 'etc', 'authorities.pem'));
    writeFileSync(join(local, 'etc', 'npmrc'), 'cafile=/usr/local/etc/authorities.pem\n');
  }
  writeFileSync(join(scratch, 'base'), 'FROM scratch\nCOPY . /\n');
  run('bud', '-t', 'countersign-base', '-f', join(scratch, 'base'), base);
  return 'localhost/countersign-base';
}

/** A commit's files: a checkout, without what this machine has built, installed or configured. */
function makeCheckout(): string {
  const checkout = join(scratch, 'checkout');
  mkdirSync(checkout);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: inProject(),
    encoding: 'utf8',
  });
  for (const file of files.split('\0'))
    if (file && existsSync(inProject(file))) cpSync(inProject(file), join(checkout, file));
  return checkout;
}

test('the image builds from a checkout, runs as an unprivileged user, has no npm, and reports its health', async () => {
  const base = makeBase();
  run('bud', '--format', 'docker', '--build-arg', `BASE=${base}`, '-t', 'countersign', makeCheckout());

  const { config } = (JSON.parse(run('inspect', '--type', 'image', 'countersign')) as Inspected).Docker;
  expect(config).toMatchObject({
    User: '1000:1000',
    WorkingDir: '/app',
    Cmd: ['node', 'server.js'],
    StopSignal: 'SIGTERM',
  });
  expect(config.Labels['org.opencontainers.image.licenses']).toBe('MIT');

  const container = run('from', '--pull-never', 'countersign').trim();
  const inside = (...command: string[]) => run('run', container, '--', ...command).trim();
  expect(inside('id', '-u')).toBe('1000');
  const find = '(ls -d /usr/local/lib/node_modules /usr/local/bin/npm; touch /app/x; ls /app/x) 2>/dev/null';
  expect(inside('sh', '-c', `${find}; true`)).toBe('');
  expect(inside('node', 'operator.mjs', 'app', '--help')).toContain('Usage');

  const port = await findFreePort();
  const settings = {
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_nobody',
    SUPABASE_SECRET_KEY: 'sb_secret_nobody',
    PORT: String(port),
    // Not this machine's name: the site would redirect requests by IP address to it.
    SITE_URL: 'http://countersign.test',
  };
  const variables = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const site = spawn(buildah, [...store, 'run', ...variables, container, '--', ...config.Cmd], {
    env: environment,
    stdio: 'ignore',
  });
  running.push(() => site.kill('SIGTERM'));
  const check = () => run('run', ...variables, container, '--', ...config.Healthcheck.Test.slice(1));
  const isHealthy = () => {
    try {
      check();
      return true;
    } catch {
      return false;
    }
  };
  await waitUntil('the container is healthy', () => {
    expect(site.exitCode).toBeNull();
    return isHealthy();
  });
  expect((await fetch(`http://127.0.0.1:${port}/sign-in`)).status).toBe(200);
  site.kill('SIGTERM');
  await waitUntil('it has ended', () => site.exitCode !== null || site.signalCode !== null);
  expect(isHealthy()).toBe(false);
});

test('the Dockerfile copies neither data nor settings of this machine', () => {
  const ignored = readFileSync(inProject('.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.env*', '.local', '**/node_modules', '**/.git', '.next*']),
  );
});
