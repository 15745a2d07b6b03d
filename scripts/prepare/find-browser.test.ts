import { explainMissing, readBrowserName } from './browsers.ts';
import { findBrowser } from './find-browser.ts';

/** A machine with only these browsers. */
const having =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path) ? `Browser of ${path}` : undefined;

const platform = Object.getOwnPropertyDescriptor(process, 'platform');
beforeAll(() => Object.defineProperty(process, 'platform', { value: 'linux' }));
afterAll(() => platform && Object.defineProperty(process, 'platform', platform));

const shell = '/usr/bin/chromium-headless-shell';
const full = '/usr/bin/chromium';
const chrome = '/usr/bin/google-chrome';
const firefox = '/usr/bin/firefox-esr';
const webkit = '/usr/bin/WebKitWebDriver';

test('takes the quickest there is: the headless shell, then Chromium, then Chrome, and never Firefox or WebKit unasked', () => {
  expect(findBrowser(undefined, {}, having(firefox, chrome, full, shell))?.name).toBe('headless-shell');
  expect(findBrowser(undefined, {}, having(firefox, chrome, full))?.name).toBe('chromium');
  expect(findBrowser(undefined, {}, having(firefox, chrome))).toEqual({
    name: 'chrome',
    path: chrome,
    version: `Browser of ${chrome}`,
  });
  expect(findBrowser(undefined, {}, having(firefox, webkit))).toBeUndefined();
});

test('takes the one that was asked for, or none', () => {
  const everything = having(firefox, webkit, chrome, full, shell);
  expect(findBrowser('headless-shell', {}, everything)?.path).toBe(shell);
  expect(findBrowser('chromium', {}, everything)?.path).toBe(full);
  expect(findBrowser('chrome', {}, everything)?.path).toBe(chrome);
  expect(findBrowser('firefox', {}, everything)?.path).toBe(firefox);
  expect(findBrowser('webkit', {}, everything)?.path).toBe(webkit);
  expect(findBrowser('chrome', {}, having(firefox, full, shell))).toBeUndefined();
});

test('a variable goes before what is installed, for the kind of browser that it names', () => {
  const own = ['/opt/chrome', '/opt/headless_shell', '/opt/firefox', '/opt/webkit'];
  const everything = having(firefox, webkit, full, shell, ...own);
  expect(findBrowser(undefined, { CHROMIUM_PATH: ' /opt/chrome ' }, everything)?.path).toBe('/opt/chrome');
  expect(findBrowser('chromium', { CHROMIUM_PATH: '/opt/chrome' }, everything)?.path).toBe('/opt/chrome');
  expect(findBrowser('chromium', { CHROMIUM_PATH: '/opt/headless_shell' }, everything)?.path).toBe(full);
  expect(findBrowser('headless-shell', { CHROMIUM_PATH: '/opt/chrome' }, everything)?.path).toBe(shell);
  expect(findBrowser('firefox', { FIREFOX_PATH: '/opt/firefox' }, everything)?.path).toBe('/opt/firefox');
  expect(findBrowser('webkit', { WEBKIT_PATH: '/opt/webkit' }, everything)?.path).toBe('/opt/webkit');
});

test('a variable that names nothing that starts is refused', () => {
  expect(() => findBrowser(undefined, { CHROMIUM_PATH: '/nowhere' }, having(full))).toThrow('/nowhere');
  expect(() => findBrowser('firefox', { FIREFOX_PATH: '/nowhere' }, having(firefox))).toThrow('/nowhere');
});

test('one line says what to do about a browser that is unknown or missing', () => {
  expect(() => readBrowserName('safari')).toThrow(
    'There is no browser "safari" here. Choose one of: headless-shell, chromium, chrome, firefox, webkit.',
  );
  expect(explainMissing('firefox')).toBe(
    'Firefox was not found. On Debian: apt-get install firefox-esr. If it is elsewhere, name it with FIREFOX_PATH=/path/to/it.',
  );
  expect(explainMissing('webkit')).toBe(
    'WebKitGTK was not found. On Debian: apt-get install webkit2gtk-driver xvfb. If it is elsewhere, name it with WEBKIT_PATH=/path/to/it.',
  );
});
