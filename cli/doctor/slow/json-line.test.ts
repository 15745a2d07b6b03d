import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inProject } from '../../project/project-folder';

// Programs that run the documented command parse all of its stdout as JSON.

const [line = ''] =
  /npm run -s doctor -- --json/.exec(readFileSync(inProject('docs/operations.md'), 'utf8')) ?? [];

/** A project that accepts connections but never responds. */
const silent = createServer();
let silentUrl: string;
const asked = once(silent, 'request');
beforeAll(async () => {
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  silent.close();
  silent.closeAllConnections();
});

/** Runs the documented line in a shell. @param more arguments after it */
function start(change: Record<string, string>, ...more: string[]) {
  const child = spawn([line, ...more].join(' '), {
    shell: true,
    // A separate process group, so that the signal reaches shell, npm and command, like Ctrl-C.
    detached: true,
    cwd: inProject('.'),
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      SUPABASE_URL: silentUrl,
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
      SUPABASE_SECRET_KEY: 'sb_secret_test',
      SITE_URL: 'https://localhost',
      // npm can't write to its cache and warns about that. The warning on stdout would break the JSON.
      npm_config_cache: '/dev/null/npm',
      ...change,
    },
  });
  const output = text(child.stdout);
  return {
    child,
    end: once(child, 'close').then(async ([code]) => ({ code, said: JSON.parse(await output) })),
  };
}

test.each([
  ['help', {}, ['--help'], 0, { usage: expect.stringContaining('Usage: ') }],
  [
    'half a configuration',
    { SUPABASE_SECRET_KEY: '' },
    [],
    3,
    { error: expect.stringContaining('SUPABASE_SECRET_KEY') },
  ],
  ['an unknown option', {}, ['--fast'], 3, { error: expect.stringContaining('--fast') }],
])('the documented line prints exactly one JSON object: %s', async (_, change, more, code, said) => {
  const ended = await start(change as Record<string, string>, ...more).end;
  expect(ended).toEqual({ code, said: { format: 1, exit_code: code, ...said } });
});

test('the documented line prints one JSON object even if it is stopped', async () => {
  const { child, end } = start({});
  await asked;
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect((await end).said).toEqual({ format: 1, exit_code: 130, error: 'Stopped.' });
});
