import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PlainFailure } from '../process/plain-failure.ts';
import { showProgress } from '../process/show-progress.ts';
import { startProcess } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { findBrowser } from './find-browser.ts';

/**
 * Finds a browser, or fetches Playwright's own, or, as root on Debian, the distribution's.
 * @returns its path
 * @throws PlainFailure saying what to do when there is no way to get one
 */
export async function ensureBrowser(): Promise<string> {
  return findBrowser() ?? (await installBrowser());
}

/** As `ensureBrowser`, without looking for an installed one first. */
export async function installBrowser(): Promise<string> {
  const fetched = await showProgress('No browser found: fetching one with Playwright', fetchWithPlaywright);
  const found = findBrowser();
  if (found) return found;
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const installed =
    isRootOnDebian && (await showProgress('Installing Chromium with apt-get', installWithApt));
  const foundNow = findBrowser();
  if (foundNow) return foundNow;
  throw new PlainFailure(
    `${[fetched, installed].filter(Boolean).join('\n').trim()}\n\n` +
      'The browser tests need Chromium or Chrome, and none could be fetched. Install one, or name one with ' +
      'CHROMIUM_PATH=/path/to/chrome npm test. `npm run validate` runs the checks that need no browser.',
  );
}

/** Returns what was printed. Whether a browser is there afterwards is for the caller to see. */
async function fetchWithPlaywright(): Promise<string> {
  const fetching = startProcess({
    name: 'Playwright',
    nodeArguments: [inProject('node_modules/playwright/cli.js'), 'install', 'chromium'],
  });
  await fetching.ended;
  return fetching.output();
}

async function installWithApt(): Promise<string> {
  const updated = await runAptGet('update');
  // Only newer Debians have the headless shell by itself.
  const shell = await runAptGet('install', '--yes', '--no-install-recommends', 'chromium-headless-shell');
  if (findBrowser()) return updated + shell;
  return updated + shell + (await runAptGet('install', '--yes', '--no-install-recommends', 'chromium'));
}

function runAptGet(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    let output = '';
    const apt = spawn('apt-get', args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    for (const stream of [apt.stdout, apt.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    apt.once('error', (error) => resolve(error.message));
    apt.once('close', () => resolve(output));
  });
}
