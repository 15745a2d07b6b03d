import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../project-folder.ts';

// Exit codes of commands that couldn't start. Exit code 1 would report a finding of the doctor, or an invalid proof.

type Prepared = { node: string; checkout: string; variables: Record<string, string> };
type Prepare = () => Prepared;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-cannot-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of the checkout without installed packages, and an npm that fails. */
function withoutPackages(): Prepared {
  const checkout = join(folder, 'checkout');
  for (const path of ['cli', 'packages', 'scripts', 'package.json', 'package-lock.json'])
    cpSync(inProject(path), join(checkout, path), { recursive: true });
  const npm = join(folder, 'npm-cli.js');
  writeFileSync(npm, "console.error('npm error code ECONNREFUSED'); process.exit(1);");
  return { node: process.execPath, checkout, variables: { npm_execpath: npm } };
}

/** A Node without npm beside it or in PATH. */
function withoutNpm(): Prepared {
  const node = join(folder, 'alone', 'node');
  mkdirSync(join(folder, 'alone'), { recursive: true });
  cpSync(process.execPath, node);
  return { node, checkout: inProject('.'), variables: { PATH: '', npm_execpath: '' } };
}

/** Each preparation runs once. */
const prepared = new Map<Prepare, Prepared>();

function run(prepare: Prepare, ...args: string[]) {
  const { node, checkout, variables } = prepared.get(prepare) ?? prepare();
  prepared.set(prepare, { node, checkout, variables });
  const { status, stdout, stderr } = spawnSync(node, [join(checkout, 'scripts/run.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  });
  return { code: status, output: stdout, errors: stderr };
}

const cannotStart: [name: string, prepare: Prepare, reason: string][] = [
  ['npm is missing', withoutNpm, 'npm was not found'],
  ['packages can not be installed', withoutPackages, 'npm registry cannot be reached (ECONNREFUSED)'],
];

test.each(cannotStart)('%s: the doctor exits with 2 and prints why on stderr', (_, prepare, reason) => {
  const { code, output, errors } = run(prepare, 'doctor');
  expect([code, output, errors]).toEqual([2, '', expect.stringContaining(reason)]);
});

const exitCodes = { doctor: 2, 'verify-proof': 2, schema: 1, app: 1, account: 1 };
const asJson = cannotStart.flatMap(([name, prepare, reason]) =>
  Object.entries(exitCodes).map(([command, exitCode]) => ({ name, prepare, reason, command, exitCode })),
);

test.each(asJson)(
  '$name: $command --json prints one line of JSON',
  ({ prepare, reason, command, exitCode }) => {
    const { code, output } = run(prepare, command, '--json');
    expect([
      code,
      output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ]).toEqual([exitCode, [{ format: 1, exit_code: exitCode, error: expect.stringContaining(reason) }]]);
  },
);
