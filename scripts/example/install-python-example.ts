import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { inProject } from '../project-folder.ts';

const folder = inProject('examples', 'fastapi');
const environment = join(folder, '.venv');
/** A copy of the `requirements.txt` that this script installed last. */
const stamp = join(environment, 'requirements.txt');

/** Installs the FastAPI example into its own virtual environment if its requirements changed. */
export function installPythonExample(): void {
  const wanted = readFileSync(join(folder, 'requirements.txt'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing packages of examples/fastapi …');
  rmSync(environment, { recursive: true, force: true });
  run(
    'python3',
    ['-m', 'venv', environment],
    'The FastAPI example needs Python: apt-get install python3-venv',
  );
  run(
    join(environment, 'bin/pip'),
    ['install', '--quiet', '-r', join(folder, 'requirements.txt')],
    'Its packages could not be installed.',
  );
  writeFileSync(stamp, wanted);
}

function run(program: string, args: string[], problem: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new PlainFailure(`${stdout ?? ''}${stderr ?? ''}\n${problem}`.trim());
}
