import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { PlainFailure } from '../process/plain-failure.ts';
import type { Variables } from '../process/start-process.ts';

/** Where Chromium and Chrome usually are, the quickest first. */
export function listBrowserPaths(platform: NodeJS.Platform, variables: Variables): string[] {
  if (platform === 'darwin') {
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ];
  }
  if (platform === 'win32') {
    return [variables.PROGRAMFILES, variables['PROGRAMFILES(X86)'], variables.LOCALAPPDATA].flatMap(
      (folder) => (folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : []),
    );
  }
  // The headless shell opens a page in a third of the time: it has no window around it.
  return [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ].map((name) => `/usr/bin/${name}`);
}

/**
 * Path of a Chromium that starts: the one named by CHROMIUM_PATH, one of this machine, or the one Playwright keeps.
 * @returns undefined when there is none
 * @throws PlainFailure when CHROMIUM_PATH names something that does not start
 */
export function findBrowser(variables: Variables = process.env): string | undefined {
  const named = variables.CHROMIUM_PATH?.trim();
  if (named) {
    if (starts(named)) return named;
    throw new PlainFailure('CHROMIUM_PATH names a browser that does not start. Correct it or unset it.');
  }
  return [...listBrowserPaths(process.platform, variables), chromium.executablePath()].find(starts);
}

/** A file of that name may be a stub that only tells how to install it, or lack the libraries it needs. */
function starts(path: string): boolean {
  if (!existsSync(path)) return false;
  // On Windows the question opens a window.
  return process.platform === 'win32' || spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}
