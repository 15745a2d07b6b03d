import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { inProject } from './project-folder.ts';
import { findFreePort } from './stack/ports.ts';

const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

function run(args: string[], variables: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inProject('scripts/run.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  });
  return { code: status, output: stdout, errors: stderr.trim().split('\n') };
}

test('refuses an unknown command in one line', () => {
  const { code, errors } = run(['tset']);
  expect(code).toBe(1);
  expect(errors).toEqual(['There is no command tset. See the scripts in package.json.']);
});

test('each command is a script of package.json, so that `npm run` lists it', () => {
  const commands = globSync('*.ts', { cwd: inProject('scripts/commands') }).map((file) => file.slice(0, -3));
  const lines = Object.values(scripts);
  expect(commands.filter((name) => !lines.some((line) => line.split(' ')[2] === name))).toEqual([]);
});

test('npm start prints its help and starts nothing', () => {
  const { code, output, errors } = run(['start', '--dev', '--help']);
  expect([code, errors]).toEqual([0, ['']]);
  expect(output).toMatch(/^npm start .*LOCAL_SOLANA_PORT/s);
});

test('npm start refuses a taken port that was set, and takes no other', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const chain = (taken.address() as AddressInfo).port;
  const { code, errors } = run(['start'], {
    PORT: String(await findFreePort()),
    LOCAL_SUPABASE_PORT: String(await findFreePort()),
    LOCAL_SMTP_PORT: String(await findFreePort()),
    LOCAL_SOLANA_PORT: String(chain),
  });
  taken.close();
  expect(code).toBe(1);
  expect(errors.join()).toMatch(new RegExp(`Port ${chain} is already in use.*LOCAL_SOLANA_PORT=`));
});

test.each(['biome', 'tsc', 'jest'])('%s runs with its arguments', (tool) => {
  const { code, output } = run([tool, '--version']);
  expect(code).toBe(0);
  expect(output).toMatch(/\d+\.\d+\.\d+/);
});

test('writes a long answer completely, also to a pipe', () => {
  const { code, output } = run(['schema', 'print']);
  expect(code).toBe(0);
  expect(output.length).toBeGreaterThan(100_000);
  const last =
    globSync('supabase/migrations/*.sql', { cwd: inProject('') })
      .sort()
      .at(-1) ?? '';
  expect(output).toContain(readFileSync(inProject(last), 'utf8').trimEnd());
});

test('npm uses a cache in the checkout if the home folder is not writable', () => {
  const { code, output, errors } = run(['biome', '--version'], { npm_config_cache: '/dev/null/npm' });
  expect(errors.join()).toContain('npm uses .local/npm as its cache');
  // The message went to stderr, not into the command's output.
  expect(output).toMatch(/^Version: \S+\s*$/);
  expect(code).toBe(0);
});
