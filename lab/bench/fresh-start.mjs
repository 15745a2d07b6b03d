import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findNpm } from '../../scripts/find-npm.mjs';
import { projectFolder } from '../../scripts/project-folder.ts';
import { formatTable } from './format-table.mjs';
import { measureMemory } from './measure-memory.mjs';
import { runUntilReady } from './run-until-ready.mjs';

// Own ports, so that it runs beside a running `npm start`.
const environment = {
  PORT: '3950',
  LOCAL_SUPABASE_PORT: '54950',
  LOCAL_SMTP_PORT: '54951',
  LOCAL_SOLANA_PORT: '54952',
};
const scratch = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const folder = join(scratch, 'clone');

try {
  execFileSync('git', ['clone', '--quiet', projectFolder, folder]);
  const first = await runUntilReady('npm', ['start'], { folder, environment });
  await first.stop();
  const second = await runUntilReady('npm', ['start'], { folder, environment });
  for (let request = 0; request < 50; request++) await (await fetch(`http://localhost:3950/sign-in`)).text();
  const memory = measureMemory(second.pid);
  await second.stop();
  const size = measureInstall();
  const warnings = listInstallWarnings();
  console.log(
    formatTable([
      ['', 'measured', 'goal'],
      ['fresh clone to Ready', `${first.seconds.toFixed(1)} s`, '90 s'],
      ['second start to Ready', `${second.seconds.toFixed(1)} s`, '10 s'],
      ['node_modules, sum of file sizes', `${size.apparentMegabytes} MB`, '650 MB'],
      ['node_modules, space on disk', `${size.diskMegabytes} MB`, '650 MB'],
      ['packages', size.packages, '650'],
      ['npm warnings', warnings.length, '0'],
      ['memory of the app after 50 pages', `${memory.app.toFixed(0)} MB`, ''],
      ['memory of the local backend', `${memory.backend.toFixed(0)} MB`, ''],
    ]),
  );
  for (const warning of warnings) console.log(`  ${warning}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function measureInstall() {
  const modules = join(folder, 'node_modules');
  const measure = (...options) =>
    Number.parseInt(execFileSync('du', ['-sm', ...options, modules], { encoding: 'utf8' }), 10);
  const record = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  return {
    apparentMegabytes: measure('--apparent-size'),
    diskMegabytes: measure(),
    packages: Object.keys(record.packages).length,
  };
}

/** Installs again, this time with npm's own output. Warnings about settings of this machine do not count. */
function listInstallWarnings() {
  const installed = spawnSync(process.execPath, [findNpm(), 'ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
    // Packages with scripts must find this Node too.
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
  });
  return installed.stderr
    .split('\n')
    .filter((line) => line.startsWith('npm warn') && !line.startsWith('npm warn Unknown'));
}
