import { detectOpenedApp } from '@countersign/mobile-wallet/open-local-session';
import { detectionTimeoutInMilliseconds } from '@countersign/mobile-wallet/time-limits';
import { installWindow } from '@/lib/testing/browser-window';

const { window } = installWindow();
const document = new EventTarget();
const asNode = Object.getOwnPropertyDescriptor(globalThis, 'navigator');

function browseWith(userAgent: string) {
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent }, configurable: true });
}

beforeAll(() => Object.assign(globalThis, { document }));
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'document');
  if (asNode) Object.defineProperty(globalThis, 'navigator', asNode);
});

it('reports in Firefox, which the package does not watch, that no app opened', () => {
  browseWith('Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0');
  const tell = jest.fn();
  detectOpenedApp(tell);
  jest.advanceTimersByTime(detectionTimeoutInMilliseconds - 1);
  expect(tell).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(tell).toHaveBeenCalledTimes(1);
});

it.each([
  ['the page loses the focus', () => window.dispatchEvent(new Event('blur'))],
  ['the page is covered', () => document.dispatchEvent(new Event('visibilitychange'))],
])('assumes that an app opened when %s', (_what, cover) => {
  browseWith('Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0');
  const tell = jest.fn();
  detectOpenedApp(tell);
  cover();
  jest.advanceTimersByTime(detectionTimeoutInMilliseconds);
  expect(tell).not.toHaveBeenCalled();
});

it('leaves other browsers to the package', () => {
  browseWith('Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/150.0.0.0 Mobile Safari/537.36');
  const tell = jest.fn();
  detectOpenedApp(tell);
  jest.advanceTimersByTime(10 * detectionTimeoutInMilliseconds);
  expect(tell).not.toHaveBeenCalled();
});
