import { startRemoteScenario } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { guardSession } from './guard-session.ts';
import type { MobileSession } from './mobile-session.ts';
import type { MobileSteps } from './mobile-steps.ts';
import { hasMobileCode, MobileWalletError } from './mobile-wallet-error.ts';
import { reachTimeoutInSeconds, scanTimeoutInSeconds } from './time-limits.ts';

type Limits = { reach: number; scan: number };

/** Resolves once the previous session opens no more sockets. All sessions share one reflector, so they run one at a time. */
let lastSocketsClosed = Promise.resolve();

const usualLimits: Limits = { reach: reachTimeoutInSeconds, scan: scanTimeoutInSeconds };

/**
 * Connects to a wallet on another phone: opens a socket at the reflector, shows a code, and waits for a phone to scan it. The
 * user can replace an expired code. The reflector sees only ciphertext, because the code carries this page's key.
 * @param limitsInSeconds shorter limits, for tests
 */
export async function openRemoteSession(
  reflector: string,
  steps: MobileSteps,
  signal: AbortSignal,
  limitsInSeconds: Limits = usualLimits,
): Promise<MobileSession> {
  for (;;) {
    const session = await tryOneCode(reflector, steps, signal, limitsInSeconds);
    if (session !== 'expired') return session;
    await steps.ask({ name: 'expired' });
  }
}

async function tryOneCode(
  reflector: string,
  steps: MobileSteps,
  signal: AbortSignal,
  limits: Limits,
): Promise<MobileSession | 'expired'> {
  const wait = new AbortController();
  steps.show({ name: 'fetching-code' }, () =>
    wait.abort(new MobileWalletError('ERROR_ASSOCIATION_CANCELLED')),
  );
  await lastSocketsClosed;
  wait.signal.throwIfAborted();
  signal.throwIfAborted();
  const address = `wss://${reflector}/reflect`;
  const guard = guardSession((opened) => opened === address);
  const { ended, end, withTimeout, joined, start } = guard;
  lastSocketsClosed = guard.allSocketsClosed;
  const cancel = () => end(new MobileWalletError('ERROR_ASSOCIATION_CANCELLED'));
  signal.addEventListener('abort', cancel);
  try {
    steps.show({ name: 'fetching-code' }, cancel);
    const { associationUrl, wallet: joining } = await start(
      startRemoteScenario({ remoteHostAuthority: reflector }),
      limits.reach,
    );
    steps.show({ name: 'code', link: associationUrl.href }, cancel);
    const wallet = await withTimeout(joining, limits.scan).catch((error) => {
      if (hasMobileCode(error, 'ERROR_SESSION_TIMEOUT', 'ERROR_SESSION_CLOSED')) return null;
      throw error;
    });
    if (!wallet) {
      end(new MobileWalletError('ERROR_SESSION_TIMEOUT'));
      return 'expired';
    }
    joined();
    return { wallet, ended, close: () => end(new MobileWalletError('ERROR_SESSION_CLOSED')) };
  } catch (error) {
    end(error instanceof Error ? error : new MobileWalletError('ERROR_SESSION_CLOSED'));
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
