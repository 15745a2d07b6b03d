import { win32 } from 'node:path';
import { PlainFailure } from '../../cli/plain-failure.ts';
import type { Variables } from '../process/start-process.ts';

type Kind = {
  title: string;
  howToGet: string;
  variable: 'CHROMIUM_PATH' | 'FIREFOX_PATH' | 'WEBKIT_PATH';
  linux: string[];
  mac: string[];
  windows: string[];
};

/** Values of `--browser=`, fastest first. The headless shell is Chromium without a window. */
const kinds = {
  'headless-shell': {
    title: "Chromium's headless shell",
    howToGet: 'On Debian: apt-get install chromium-headless-shell.',
    variable: 'CHROMIUM_PATH',
    linux: ['chromium-headless-shell'],
    mac: [],
    windows: [],
  },
  chromium: {
    title: 'Chromium',
    howToGet: 'On Debian: apt-get install chromium.',
    variable: 'CHROMIUM_PATH',
    linux: ['chromium', 'chromium-browser'],
    mac: ['Chromium.app/Contents/MacOS/Chromium'],
    windows: ['Chromium\\Application\\chrome.exe'],
  },
  chrome: {
    title: 'Google Chrome',
    howToGet: 'Get it from https://www.google.com/chrome.',
    variable: 'CHROMIUM_PATH',
    linux: ['google-chrome', 'google-chrome-stable'],
    mac: ['Google Chrome.app/Contents/MacOS/Google Chrome'],
    windows: ['Google\\Chrome\\Application\\chrome.exe'],
  },
  firefox: {
    title: 'Firefox',
    howToGet: 'On Debian: apt-get install firefox-esr.',
    variable: 'FIREFOX_PATH',
    linux: ['firefox-esr', 'firefox'],
    mac: ['Firefox.app/Contents/MacOS/firefox'],
    // Playwright starts it with a shell script, which Windows can't run.
    windows: [],
  },
  webkit: {
    title: 'WebKitGTK',
    howToGet: 'On Debian: apt-get install webkit2gtk-driver xvfb.',
    variable: 'WEBKIT_PATH',
    linux: ['WebKitWebDriver'],
    mac: [],
    windows: [],
  },
} satisfies Record<string, Kind>;

export type BrowserName = keyof typeof kinds;
const browserNames = Object.keys(kinds) as BrowserName[];

/** `version` is the browser's output, like `Chromium 156.0.8078.79`; empty on Windows, where `--version` opens a window. */
export type Browser = { name: BrowserName; path: string; version: string };

export function readBrowserName(text: string): BrowserName {
  const name = browserNames.find((one) => one === text);
  if (name) return name;
  throw new PlainFailure(`There is no browser "${text}" here. Choose one of: ${browserNames.join(', ')}.`);
}

export const variableOf = (name: BrowserName) => kinds[name].variable;

export function listBrowserPaths(
  name: BrowserName,
  platform: NodeJS.Platform,
  variables: Variables,
): string[] {
  const { linux, mac, windows }: Kind = kinds[name];
  if (platform === 'darwin') return mac.map((path) => `/Applications/${path}`);
  if (platform !== 'win32') return linux.map((path) => `/usr/bin/${path}`);
  return [variables.PROGRAMFILES, variables['PROGRAMFILES(X86)'], variables.LOCALAPPDATA].flatMap((folder) =>
    folder ? windows.map((path) => win32.join(folder, path)) : [],
  );
}

/** The path in this browser's environment variable, if any. `CHROMIUM_PATH` counts for the headless shell or for the other two, by its name. */
export function readNamedPath(name: BrowserName, variables: Variables): string | undefined {
  const { variable } = kinds[name];
  const path = variables[variable]?.trim();
  if (!path || variable !== 'CHROMIUM_PATH') return path || undefined;
  const isHeadlessShell = /headless[^/\\]*$/i.test(path);
  return isHeadlessShell === (name === 'headless-shell') ? path : undefined;
}

export function explainMissing(name: BrowserName): string {
  const { title, howToGet, variable } = kinds[name];
  return `${title} was not found. ${howToGet} If it is elsewhere, name it with ${variable}=/path/to/it.`;
}

export function suggestFaster(name: BrowserName): string {
  const { title, howToGet } = kinds[name];
  return `${title} runs these tests faster. ${howToGet}`;
}

export function describeBrowser({ name, path, version }: Browser): string {
  return `Browser: ${version || kinds[name].title} (${name}, ${path})`;
}
