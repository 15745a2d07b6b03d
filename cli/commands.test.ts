import { account } from './account/command';
import { app } from './app/command';
import type { Command } from './command';
import { doctor } from './doctor/command';
import { commands, run } from './main';
import { argumentsOf } from './read-arguments';
import { schema } from './schema/command';
import { verifyProof } from './verify-proof/command';

// Properties of every operator command and subcommand.

afterEach(() => jest.restoreAllMocks());

/** Runs a command as an operator types it, on a machine without settings and without a local backend. */
async function type(...args: string[]) {
  const [output, errors]: [string[], string[]] = [[], []];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line));
  jest.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line));
  const code = await run(args, { LOCAL_SUPABASE_DATA: '/none' });
  return { code, output: output.join('\n'), errors: errors.join('\n') };
}

const misused: Record<string, number> = { schema: 1, app: 1, account: 1, doctor: 3, 'verify-proof': 2 };

const known: Record<string, Command> = { schema, app, account, doctor, 'verify-proof': verifyProof };

const all = Object.entries(known).flatMap(([name, command]) => [
  { path: [name], command },
  ...Object.entries(command.subCommands ?? {}).map(([sub, found]) => ({ path: [name, sub], command: found })),
]);
const runnable = all.filter(({ command }) => command.run);

test("lists the operators' commands", () => {
  expect(Object.keys(commands)).toEqual(Object.keys(known));
  expect(Object.keys(misused)).toEqual(Object.keys(known));
});

describe.each(all.map(({ path, command }) => [path.join(' '), path, command] as const))(
  '%s',
  (_, path, command) => {
    it.each(['--help', '-h'])('prints its usage for %s, and does nothing else', async (help) => {
      const { code, output, errors } = await type(...path, help);
      expect([code, errors]).toEqual([0, '']);
      expect(output).toContain(command.meta.description);
      expect(output).toContain(`\nUsage: npm run ${path[0]} -- ${path[1] ?? ''}`);
      for (const [name, { type: kind }] of Object.entries(argumentsOf(command)))
        expect(output).toContain(kind === 'positional' ? name.toUpperCase() : `--${name}`);
      for (const sub of Object.keys(command.subCommands ?? {})) expect(output).toContain(` ${sub} `);
      // Only printable ASCII, so that the help can be stored in a file or on a page.
      expect(output).toMatch(/^[\x20-\x7e\n]+$/);
    });

    it('prints its help as JSON with --json', async () => {
      const { code, output } = await type(...path, '--help', '--json');
      const { output: usage } = await type(...path, '--help');
      expect([code, JSON.parse(output)]).toEqual([0, { format: 1, exit_code: 0, usage }]);
    });

    it('refuses unknown options, and suggests the likely one', async () => {
      const { code, output, errors } = await type(...path, '--jsno');
      expect([code, output]).toEqual([misused[path[0] ?? ''], '']);
      expect(errors).toContain("Unknown option '--jsno'. Did you mean --json?\nUsage: npm run ");
      const far = await type(...path, '--entirely-else');
      expect(far.errors).toContain("Unknown option '--entirely-else'.\n");
    });

    it('with --json prints errors as JSON, and nothing else', async () => {
      const { code, output, errors } = await type(...path, '--json', '--entirely-else');
      const exitCode = misused[path[0] ?? ''];
      expect([code, errors, JSON.parse(output)]).toEqual([
        exitCode,
        '',
        { format: 1, exit_code: exitCode, error: expect.stringContaining('--entirely-else') },
      ]);
    });
  },
);

test.each([
  [['shcema'], 'There is no command shcema. Did you mean schema?'],
  [['doctr'], 'There is no command doctr. Did you mean doctor?'],
  [['verify-prof'], 'There is no command verify-prof. Did you mean verify-proof?'],
  [['schema', 'aplly'], 'There is no command aplly. Did you mean apply?'],
  [['app', 'rotate'], 'There is no command rotate.\n'],
  [['app', 'lsit', '--json'], 'There is no command lsit. Did you mean list?'],
  [['account', 'end-session', 'ann@example.com'], 'Did you mean end-sessions?'],
  [['account', 'end-sessions', 'ann@example.com', '--reasn=x'], "'--reasn'. Did you mean --reason?"],
  [['toString'], 'There is no command toString.\n'],
])('a mistyped command does nothing and suggests the nearest: %s', async (args, words) => {
  const { code, output, errors } = await type(...args);
  expect(code).toBe(1);
  expect(args.includes('--json') ? JSON.parse(output).error : errors).toContain(words);
});

test.each(['app', 'account', 'schema'])('%s alone prints its usage and fails', async (name) => {
  const { code, output, errors } = await type(name);
  expect([code, errors]).toEqual([1, '']);
  expect(output).toContain(`Usage: npm run ${name} -- `);
  const { code: jsonCode, output: json } = await type(name, '--json');
  expect([jsonCode, JSON.parse(json)]).toEqual([
    1,
    { format: 1, exit_code: 1, error: expect.stringContaining('needs a subcommand') },
  ]);
});

// citty's own parser reads `--yes=no` as yes.
test('--yes=no removes nothing', async () => {
  const { code, errors } = await type('app', 'remove', `app_${'a1'.repeat(12)}`, '--yes=no');
  expect([code, errors]).toEqual([1, expect.stringContaining("'--yes' does not take an argument")]);
});

test('refuses an option that is given twice', async () => {
  const { code, errors } = await type('schema', 'apply', '--db-url=a', '--db-url=b');
  expect([code, errors]).toEqual([1, expect.stringContaining('Use --db-url only once.')]);
});

const typed: Record<string, string[]> = {
  'schema apply': [],
  'schema print': ['--from=1'],
  'schema check': ['--db-url=nonsense'],
  'app add': ['Gate', 'https://gate.example/cb'],
  'account find': ['ann@example.com'],
  doctor: [],
  'verify-proof': ['/none/proof.json'],
};
const failing = runnable.map(({ path }) => {
  const name = path.join(' ');
  const change = name.startsWith('account') ? ['ann@example.com', '--reason=x', '--yes'] : [];
  const oneApp = name.startsWith('app') && name !== 'app list' ? [`app_${'a1'.repeat(12)}`] : [];
  const more = name === 'app remove' ? ['--yes'] : [];
  return [name, [...path, ...(typed[name] ?? [...change, ...oneApp, ...more])]] as const;
});

test.each(failing)(
  '%s fails as JSON where JSON was asked for, with the same code and words',
  async (name, args) => {
    const plain = await type(...args);
    expect(plain.output).toBe('');
    const { code, output, errors } = await type(...args, '--json');
    expect([code, errors]).toEqual([plain.code, '']);
    expect(JSON.parse(output)).toEqual({ format: 1, exit_code: code, error: plain.errors });
    expect(code).toBe({ doctor: 3, 'verify-proof': 2 }[name] ?? 1);
  },
);
