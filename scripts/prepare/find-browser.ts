import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { PlainFailure } from '../../cli/plain-failure.ts';
import type { Variables } from '../process/start-process.ts';
import { type Browser, type BrowserName, listBrowserPaths, readNamedPath } from './browsers.ts';

type AskVersion = (path: string) => string | undefined;

/** Firefox and WebKit are only for who asks for them. */
const quickestFirst: BrowserName[] = ['headless-shell', 'chromium', 'chrome'];

/**
 * Finds a browser that starts: the one that a variable names, one of this machine, or the one that
 * Playwright keeps.
 * @param name undefined for the quickest there is
 * @returns undefined when there is none
 * @throws PlainFailure when the variable names something that does not start
 */
export function findBrowser(
  name?: BrowserName,
  variables: Variables = process.env,
  ask: AskVersion = askVersion,
): Browser | undefined {
  const wanted = name ? [name] : quickestFirst;
  const start = (one: BrowserName, path: string): Browser[] => {
    const version = ask(path);
    return version === undefined ? [] : [{ name: one, path, version }];
  };
  for (const one of wanted) {
    const named = readNamedPath(one, variables);
    if (!named) continue;
    const [browser] = start(one, named);
    if (browser) return browser;
    throw new PlainFailure(
      `${named} does not start as a browser. Correct or unset the variable that names it.`,
    );
  }
  const places = wanted.flatMap((one) =>
    listBrowserPaths(one, process.platform, variables).map((path) => [one, path] as const),
  );
  if (wanted.includes('chromium')) places.push(['chromium', chromium.executablePath()]);
  for (const [one, path] of places) {
    const [browser] = start(one, path);
    if (browser) return browser;
  }
  return undefined;
}

/** A file of that name may be a stub that only tells how to install it, or lack the libraries it needs. */
function askVersion(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  // On Windows the question opens a window.
  if (process.platform === 'win32') return '';
  // It knows no such question, and its browser needs a display to answer.
  if (path.endsWith('WebKitWebDriver')) return existsSync('/usr/bin/Xvfb') ? 'WebKitGTK' : undefined;
  const { status, stdout } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Drops the packager's words.
  return status === 0 ? stdout.replace(/ built on .*/, '').trim() : undefined;
}
