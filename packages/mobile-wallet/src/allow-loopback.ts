import type { MobileSteps } from './mobile-steps.ts';
import { MobileWalletError } from './mobile-wallet-error.ts';
import { reachTimeoutInSeconds } from './time-limits.ts';

/**
 * Makes sure that this page may reach "Apps on device", about which Chrome asks. Explains first. Rejects with
 * `ERROR_LOOPBACK_ACCESS_BLOCKED` if it may not, and with `ERROR_ASSOCIATION_CANCELLED` if the person cancels or
 * `signal` fires. Does nothing in browsers without that permission.
 */
export async function allowLoopback(steps: MobileSteps, signal: AbortSignal): Promise<void> {
  const permission = await readPermission();
  signal.throwIfAborted();
  if (!permission || isGranted(permission)) return;
  if (permission.state === 'prompt') {
    await steps.ask({ name: 'allow' });
    await askBrowser(permission, steps, signal);
  }
  if (!isGranted(permission)) throw new MobileWalletError('ERROR_LOOPBACK_ACCESS_BLOCKED');
  // The press went into the browser's question, so it takes another one to open the app.
  await steps.ask({ name: 'open' });
}

/** It changes while we wait, which the types don't expect. */
function isGranted(permission: PermissionStatus): boolean {
  return permission.state === 'granted';
}

async function readPermission(): Promise<PermissionStatus | null> {
  try {
    // Newer than the types: https://wicg.github.io/local-network-access/
    return await navigator.permissions.query({ name: 'loopback-network' as PermissionName });
  } catch {
    // A browser that does not know it does not ask either.
    return null;
  }
}

/** A request to the device makes the browser ask; nothing has to answer it. Waits for the person, but not forever. */
function askBrowser(permission: PermissionStatus, steps: MobileSteps, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      permission.removeEventListener('change', settle);
      signal.removeEventListener('abort', cancel);
    };
    const settle = () => {
      stop();
      resolve();
    };
    const cancel = () => {
      stop();
      reject(new MobileWalletError('ERROR_ASSOCIATION_CANCELLED'));
    };
    const timer = setTimeout(settle, reachTimeoutInSeconds * 1000);
    permission.addEventListener('change', settle);
    signal.addEventListener('abort', cancel);
    steps.show({ name: 'allowing' }, cancel);
    fetch('http://localhost', { mode: 'no-cors' }).catch(() => {
      // Nothing listens there, as expected: only the question mattered.
    });
  });
}
