import type { Adapter } from '@solana/wallet-adapter-base';
import type { WalletErrorCode } from '@/lib/errors/wallet';
import { explainWalletError } from './explain-wallet-error';

/** As long as the mobile wallet protocol's own timeout (30 s). */
export const connectionTimeoutInSeconds = 30;

type ConnectionAnswer =
  | { outcome: 'connected' }
  | { outcome: 'failed'; code: WalletErrorCode }
  | { outcome: 'abandoned' };

/** The last attempt on each adapter. Only this attempt may undo a late connection. */
const lastAttempts = new WeakMap<Adapter, symbol>();

/**
 * Connects without ever throwing. Returns `connected`, a code of the catalogue (`wallet.timed_out` after the timeout), or `abandoned`
 * once `signal` aborts. `silent` connects without a prompt. Disconnects a wallet that accepts after its attempt ended.
 */
export function attemptConnection(
  adapter: Adapter,
  options: { silent: boolean; signal: AbortSignal; timeoutInSeconds?: number },
): Promise<ConnectionAnswer> {
  const { silent, signal, timeoutInSeconds = connectionTimeoutInSeconds } = options;
  if (adapter.connected) return Promise.resolve({ outcome: 'connected' });
  const attempt = Symbol('attempt');
  lastAttempts.set(adapter, attempt);

  return new Promise((resolve) => {
    let isOpen = true;
    const answer = (given: ConnectionAnswer) => {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
      adapter.off('error', refuse);
      resolve(given);
    };
    const abandon = () => answer({ outcome: 'abandoned' });
    const refuse = (error: unknown) => answer({ outcome: 'failed', code: explainWalletError(error) });
    const accept = () => {
      adapter.off('connect', accept);
      if (isOpen) return answer({ outcome: 'connected' });
      if (lastAttempts.get(adapter) !== attempt) return;
      lastAttempts.delete(adapter);
      undoConnection(adapter);
    };
    const timer = setTimeout(
      () => answer({ outcome: 'failed', code: 'wallet.timed_out' }),
      timeoutInSeconds * 1000,
    );

    adapter.on('connect', accept);
    signal.addEventListener('abort', abandon);
    if (signal.aborted) return abandon();
    // Read now, because some adapters reset it when asked to connect again.
    const wasAsking = adapter.connecting;
    callWallet(() => (silent ? adapter.autoConnect() : adapter.connect())).then(
      () => {
        if (adapter.connected) return isOpen ? accept() : undefined;
        // An earlier request is still open in the wallet. Its answer counts for this attempt.
        if (wasAsking || adapter.connecting) return void (isOpen && adapter.on('error', refuse));
        // The wallet's app was opened by a link and continues there. The user comes back or cancels.
        if (!silent && adapter.readyState === 'Loadable') return;
        adapter.off('connect', accept);
        answer({ outcome: 'failed', code: silent ? 'wallet.not_connected' : 'wallet.connection_failed' });
      },
      (error) => {
        adapter.off('connect', accept);
        refuse(error);
      },
    );
  });
}

/** Turns a synchronous throw into a rejection. */
async function callWallet(call: () => Promise<void>): Promise<void> {
  await call();
}

function undoConnection(adapter: Adapter): void {
  callWallet(() => adapter.disconnect()).catch((error) => {
    console.warn('A wallet refused to disconnect:', explainWalletError(error));
  });
}
