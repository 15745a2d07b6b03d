import { allowLoopback } from '@countersign/mobile-wallet/allow-loopback';
import {
  createMobileSteps,
  type MobileStep,
  type MobileSteps,
} from '@countersign/mobile-wallet/mobile-steps';
import { reachTimeoutInSeconds } from '@countersign/mobile-wallet/time-limits';
import { explainWalletError } from '@/components/wallet/connect/explain-wallet-error';
import { installWindow } from '@/lib/testing/browser-window';

installWindow();
const asNode = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
const fetchAsNode = globalThis.fetch;
let permission: EventTarget & { state: PermissionState };
let steps: MobileSteps;
let shown: MobileStep['name'][];

beforeEach(() => {
  jest.useFakeTimers();
  permission = Object.assign(new EventTarget(), { state: 'prompt' as PermissionState });
  const permissions = { query: async () => permission };
  Object.defineProperty(globalThis, 'navigator', { value: { permissions }, configurable: true });
  globalThis.fetch = () => Promise.reject(new TypeError('Nothing listens there.'));
  steps = createMobileSteps();
  shown = [];
  steps.subscribe(() => shown.push(steps.read().name));
});
afterEach(() => jest.useRealTimers());
afterAll(() => {
  globalThis.fetch = fetchAsNode;
  if (asNode) Object.defineProperty(globalThis, 'navigator', asNode);
});

/** Runs until the browser's own prompt. */
async function reachQuestion() {
  const end = new AbortController();
  const outcome = allowLoopback(steps, end.signal).then(() => 'allowed', explainWalletError);
  await jest.advanceTimersByTimeAsync(0);
  steps.proceed();
  await jest.advanceTimersByTimeAsync(0);
  return { end, outcome };
}

function answerBrowser(state: PermissionState) {
  permission.state = state;
  permission.dispatchEvent(new Event('change'));
}

it('explains, lets the browser prompt, and then waits for the press that opens the app', async () => {
  const { outcome } = await reachQuestion();
  answerBrowser('granted');
  await jest.advanceTimersByTimeAsync(0);
  expect(shown).toEqual(['explain-permission', 'permission-prompt', 'open']);
  steps.proceed();
  expect(await outcome).toBe('allowed');
});

it.each([
  ['closes our dialog', () => steps.cancel()],
  ['cancels what asked the wallet', (end: AbortController) => end.abort()],
])('shows nothing further to a user who %s during the prompt, whatever the answer', async (_what, cancel) => {
  const { end, outcome } = await reachQuestion();
  cancel(end);
  steps.hide();
  expect(await outcome).toBe('wallet.cancelled');
  answerBrowser('granted');
  await jest.advanceTimersByTimeAsync(reachTimeoutInSeconds * 1000);
  expect(steps.read()).toEqual({ name: 'none' });
  expect(shown).not.toContain('open');
});

it.each([
  ['says no', () => answerBrowser('denied')],
  ['never answers', () => jest.advanceTimersByTimeAsync(reachTimeoutInSeconds * 1000)],
])('says what to allow when the user %s', async (_what, answer) => {
  const { outcome } = await reachQuestion();
  await answer();
  expect(await outcome).toBe('wallet.loopback_blocked');
});
