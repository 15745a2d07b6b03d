import type { Adapter } from '@solana/wallet-adapter-base';
import type { WalletErrorCode } from '@/lib/errors/wallet';
import { explainWalletError } from './explain-wallet-error';

/** Time-out of a connection, as long as the one the mobile wallet protocol gives (30 s). */
export const connectionTimeoutInSeconds = 30;

type ConnectionAnswer =
  | { outcome: 'connected' }
  | { outcome: 'failed'; code: WalletErrorCode }
  | { outcome: 'abandoned' };

/** The last attempt on each adapter: only it may undo a connection that nobody waits for any more. */
const lastAttempts = new WeakMap<Adapter, symbol>();

/**
 * Always answers, never throws: with the connection, a code of the catalogue, `abandoned` when `signal` fired, or
 * `wallet.timed_out`. `silent` asks without a prompt.
 * A wallet that agrees after its attempt was given up is disconnected again.
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
    // Asked now, because some adapters forget it when they are asked to connect again.
    const wasAsking = adapter.connecting;
    callWallet(() => (silent ? adapter.autoConnect() : adapter.connect())).then(
      () => {
        if (adapter.connected) return isOpen ? accept() : undefined;
        // An earlier request is still open in the wallet: the person's answer to it is the answer to this.
        if (wasAsking || adapter.connecting) return void (isOpen && adapter.on('error', refuse));
        // An app was opened by its link and continues there; the person comes back or cancels.
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

/** Turns what a wallet throws before its promise exists into a rejection. */
async function callWallet(call: () => Promise<void>): Promise<void> {
  await call();
}

function undoConnection(adapter: Adapter): void {
  callWallet(() => adapter.disconnect()).catch((error) => {
    console.warn('A wallet refused to disconnect:', explainWalletError(error));
  });
}
