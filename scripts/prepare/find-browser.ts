import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { PlainFailure } from '../../cli/plain-failure.ts';
import type { Variables } from '../process/start-process.ts';
import { type Browser, type BrowserName, listBrowserPaths, readNamedPath } from './browsers.ts';

type ReadVersion = (path: string) => string | undefined;

/** Firefox and WebKit are used only on request. */
const quickestFirst: BrowserName[] = ['headless-shell', 'chromium', 'chrome'];

/** Finds a browser that starts: the one in an environment variable, an installed one, or Playwright's. Default: the fastest. */
export function findBrowser(
  name?: BrowserName,
  variables: Variables = process.env,
  ask: ReadVersion = readVersion,
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

/** Starts the browser, since the file may be a stub that only says how to install it, or lack libraries. */
function readVersion(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  // On Windows `--version` opens a window.
  if (process.platform === 'win32') return '';
  // WebKitWebDriver has no `--version`, and its browser needs a display.
  if (path.endsWith('WebKitWebDriver')) return existsSync('/usr/bin/Xvfb') ? 'WebKitGTK' : undefined;
  const { status, stdout } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.replace(/ built on .*/, '').trim() : undefined;
}
