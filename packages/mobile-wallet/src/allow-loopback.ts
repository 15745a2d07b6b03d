import type { MobileSteps } from './mobile-steps.ts';
import { MobileWalletError } from './mobile-wallet-error.ts';
import { reachTimeoutInSeconds } from './time-limits.ts';

/**
 * Requests Chrome's permission to reach apps on the device, and explains it first. Rejects with
 * `ERROR_LOOPBACK_ACCESS_BLOCKED` if it is denied, and with `ERROR_ASSOCIATION_CANCELLED` if the user cancels or `signal`
 * fires. Does nothing in browsers without this permission.
 */
export async function allowLoopback(steps: MobileSteps, signal: AbortSignal): Promise<void> {
  const permission = await readPermission();
  signal.throwIfAborted();
  if (!permission || isGranted(permission)) return;
  if (permission.state === 'prompt') {
    await steps.ask({ name: 'explain-permission' });
    await promptForPermission(permission, steps, signal);
  }
  if (!isGranted(permission)) throw new MobileWalletError('ERROR_LOOPBACK_ACCESS_BLOCKED');
  // The permission prompt used up the user's press, so opening the app needs another one.
  await steps.ask({ name: 'open' });
}

/** A function, because TypeScript assumes that `state` doesn't change during an await. */
function isGranted(permission: PermissionStatus): boolean {
  return permission.state === 'granted';
}

async function readPermission(): Promise<PermissionStatus | null> {
  try {
    // Newer than the types: https://wicg.github.io/local-network-access/
    return await navigator.permissions.query({ name: 'loopback-network' as PermissionName });
  } catch {
    // A browser that doesn't know the permission needs none.
    return null;
  }
}

/** Requests a local address, which makes the browser prompt. Resolves on a decision, or after a timeout. */
function promptForPermission(
  permission: PermissionStatus,
  steps: MobileSteps,
  signal: AbortSignal,
): Promise<void> {
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
    steps.show({ name: 'permission-prompt' }, cancel);
    fetch('http://localhost', { mode: 'no-cors' }).catch(() => {
      // Expected to fail: the request only triggers the prompt.
    });
  });
}
