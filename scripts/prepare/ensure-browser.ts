import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { showProgress } from '../process/show-progress.ts';
import { startProcess } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import {
  type Browser,
  type BrowserName,
  describeBrowser,
  explainMissing,
  suggestFaster,
} from './browsers.ts';
import { findBrowser } from './find-browser.ts';

/**
 * Finds a browser and prints which. If `name` is undefined and no browser is installed, installs Playwright's, or, as
 * root on Debian, the distribution's.
 */
export async function ensureBrowser(name?: BrowserName): Promise<Browser> {
  const browser = findBrowser(name) ?? (await getBrowser(name));
  console.log(describeBrowser(browser));
  if (!name && browser.name !== 'headless-shell' && isDebian()) console.log(suggestFaster('headless-shell'));
  return browser;
}

async function getBrowser(name?: BrowserName): Promise<Browser> {
  // A user who names a browser wants their installed one.
  if (name) throw new PlainFailure(explainMissing(name));
  const fetched = await showProgress('Installing a browser with Playwright', fetchWithPlaywright);
  const found = findBrowser();
  if (found) return found;
  const isRootOnDebian = process.getuid?.() === 0 && isDebian();
  const installed = isRootOnDebian
    ? await showProgress('Installing Chromium with apt-get', installWithApt)
    : '';
  const foundNow = findBrowser();
  if (foundNow) return foundNow;
  const reason = /^(?:E|Error): (.+)$/m.exec(`${fetched}\n${installed}`)?.[1];
  throw new PlainFailure(
    `The browser tests need Chromium or Chrome, and none could be fetched${reason ? ` (${reason.trim()})` : ''}. ` +
      'Install one (on Debian: apt-get install chromium), or name one with CHROMIUM_PATH=/path/to/it. ' +
      '`npm run validate` needs none.',
  );
}

const isDebian = () => existsSync('/usr/bin/apt-get');

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
  // Only newer Debian versions package the headless shell.
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
