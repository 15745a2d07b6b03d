import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from './project-folder.ts';

const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Without the variables of the npm that runs this test. */
function run(args: string[], variables: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inProject('scripts/run.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  });
  return { code: status, output: stdout, errors: stderr.trim().split('\n') };
}

test('a command that is none is refused in one line', () => {
  const { code, errors } = run(['tset']);
  expect(code).toBe(1);
  expect(errors).toEqual(['There is no command tset. See the scripts in package.json.']);
});

test('each command of ours is a script of package.json, so that nobody needs a map to find it', () => {
  const commands = globSync('*.ts', { cwd: inProject('scripts/commands') }).map((file) => file.slice(0, -3));
  const lines = Object.values(scripts);
  expect(commands.filter((name) => !lines.some((line) => line.split(' ')[2] === name))).toEqual([]);
});

test.each(['biome', 'tsc', 'jest'])('%s runs with what is typed after it', (tool) => {
  const { code, output } = run([tool, '--version']);
  expect(code).toBe(0);
  expect(output).toMatch(/\d+\.\d+\.\d+/);
});

test('a long answer arrives whole, also where a pipe reads it', () => {
  const { code, output } = run(['schema', 'print']);
  expect(code).toBe(0);
  expect(output.length).toBeGreaterThan(100_000);
  const last =
    globSync('supabase/migrations/*.sql', { cwd: inProject('') })
      .sort()
      .at(-1) ?? '';
  expect(output).toContain(readFileSync(inProject(last), 'utf8').trimEnd());
});

test('where the home folder cannot be written to, npm keeps its files in the checkout', () => {
  const { code, output, errors } = run(['biome', '--version'], { npm_config_cache: '/dev/null/npm' });
  expect(errors.join()).toContain('npm uses .local/npm as its cache');
  // A command's answer is left alone.
  expect(output).toMatch(/^Version: \S+\s*$/);
  expect(code).toBe(0);
});
