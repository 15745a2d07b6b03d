import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { showProgress } from '../process/show-progress.ts';
import { startProcess } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { withPreparationLock } from './hold-lock.ts';

const packageLock = inProject('package-lock.json');
/** Hash of the package-lock.json that this script installed last. */
const stamp = inProject('node_modules', '.package-lock.sha256');
const npmRecord = inProject('node_modules', '.package-lock.json');
const networkProblem =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** @throws AbortError if `signal` aborted */
export async function installDependencies(signal?: AbortSignal): Promise<void> {
  if (!dependenciesAreInstalled())
    await withPreparationLock(async () => {
      // Another process may have installed them while this one waited.
      if (!dependenciesAreInstalled()) await showProgress('Installing packages', runNpm);
    }, signal);
  signal?.throwIfAborted();
}

function dependenciesAreInstalled(): boolean {
  if (!existsSync(npmRecord)) return false;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashPackageLock()) return true;
  // Packages may have been installed by hand, with `npm install` or `npm ci`.
  return isInstalled(readLock(packageLock), readLock(npmRecord));
}

function hashPackageLock(): string {
  return createHash('sha256').update(readFileSync(packageLock)).digest('hex');
}

function readLock(path: string): LockFile {
  return JSON.parse(readFileSync(path, 'utf8')) as LockFile;
}

async function runNpm(): Promise<void> {
  // Without npm's record, a half-removed node_modules counts as not installed.
  rmSync(npmRecord, { force: true });
  const hash = hashPackageLock();
  const npm = startProcess({
    name: 'npm',
    nodeArguments: [
      process.env.npm_execpath ?? '',
      ...['ci', '--no-audit', '--no-fund', '--no-update-notifier', '--include=dev', '--include=optional'],
      ...['--prefer-offline', '--fetch-retries=2', '--fetch-retry-mintimeout=1000'],
    ],
    // With NODE_ENV=production, npm would omit packages that the build needs.
    environment: { ...process.env, NODE_ENV: undefined, npm_config_loglevel: 'error' },
  });
  const { code } = await npm.ended;
  if (code === 0) return writeFileSync(stamp, hash);
  const [problem] = networkProblem.exec(npm.output()) ?? [];
  throw new PlainFailure(
    problem
      ? `The npm registry cannot be reached (${problem}). Connect this machine to the internet and try again.`
      : `${npm.output().trim()}\n\nThe packages could not be installed. npm's output is above.`,
  );
}

type LockedPackage = {
  version?: string | undefined;
  integrity?: string | undefined;
  optional?: boolean | undefined;
  extraneous?: boolean | undefined;
};

type LockFile = { packages?: Record<string, LockedPackage> };

/**
 * Compares package-lock.json with npm's record of the installation, `node_modules/.package-lock.json`. npm writes the
 * record last, so an interrupted installation doesn't match and `npm install something` does. Only optional packages,
 * most of them for other platforms, and extraneous ones may be missing.
 */
export function isInstalled(wanted: LockFile, installed: LockFile): boolean {
  const present = installed.packages ?? {};
  const locked = Object.entries(wanted.packages ?? {}).filter(([path]) => path !== '');
  const paths = new Set(locked.map(([path]) => path));
  const matches = locked.every(([path, entry]) => {
    const found = present[path];
    if (!found) return entry.optional === true || entry.extraneous === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
  return matches && Object.keys(present).every((path) => paths.has(path));
}
