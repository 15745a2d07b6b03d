import { startScenario } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { allowLoopback } from './allow-loopback.ts';
import { guardSession } from './guard-session.ts';
import type { MobileSession } from './mobile-session.ts';
import type { MobileSteps } from './mobile-steps.ts';
import { MobileWalletError } from './mobile-wallet-error.ts';
import { detectionTimeoutInMilliseconds, reachTimeoutInSeconds } from './time-limits.ts';

const walletSocket = /^ws:\/\/localhost:\d+\/solana-wallet$/;

/**
 * Opens the wallet app on this phone and connects to it. Chrome first requires permission to reach apps on the device, and
 * opens an app only on a press. If the user's last press is too old, a step waits for a new one.
 */
export async function openLocalSession(steps: MobileSteps, signal: AbortSignal): Promise<MobileSession> {
  await allowLoopback(steps, signal);
  if (navigator.userActivation && !navigator.userActivation.isActive) await steps.ask({ name: 'open' });
  steps.hide();
  signal.throwIfAborted();
  const { ended, end, withTimeout, joined, start } = guardSession((address) => walletSocket.test(address));
  const cancel = () => end(new MobileWalletError('ERROR_ASSOCIATION_CANCELLED'));
  signal.addEventListener('abort', cancel);
  const detection = detectOpenedApp(() => end(new MobileWalletError('ERROR_WALLET_NOT_FOUND')));
  try {
    const { wallet: joining } = await start(startScenario(), reachTimeoutInSeconds);
    const wallet = await withTimeout(joining, reachTimeoutInSeconds);
    joined();
    return { wallet, ended, close: () => end(new MobileWalletError('ERROR_SESSION_CLOSED')) };
  } catch (error) {
    end(error instanceof Error ? error : new MobileWalletError('ERROR_SESSION_CLOSED'));
    throw error;
  } finally {
    detection.stop();
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Calls back if no app has covered the page within the time limit. Only in Firefox, where the protocol's package would try
 * to reach a missing app for 30 s. In other browsers the package detects it within 3 s.
 */
export function detectOpenedApp(onNothingOpened: () => void): { stop: () => void } {
  if (!navigator.userAgent.includes('Firefox/')) return { stop: () => undefined };
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('blur', stop);
    document.removeEventListener('visibilitychange', stop);
  };
  const timer = setTimeout(() => {
    stop();
    onNothingOpened();
  }, detectionTimeoutInMilliseconds);
  window.addEventListener('blur', stop);
  document.addEventListener('visibilitychange', stop);
  return { stop };
}
