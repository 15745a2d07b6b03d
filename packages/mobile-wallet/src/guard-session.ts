import type { Scenario } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { MobileWalletError } from './mobile-wallet-error.ts';
import { watchSessionSockets } from './session-sockets.ts';

export type SessionGuard = {
  /** Fires once, with the reason, when the session is over for whatever cause. */
  ended: AbortSignal;
  /** Ends it: closes its sockets and fails what waits. The first reason counts. */
  end: (reason: Error) => void;
  /**
   * Waits for one step of the package. Rejects when the session ends, and ends it with `ERROR_SESSION_TIMEOUT` when the
   * time is over.
   */
  within: <Value>(step: Promise<Value>, timeoutInSeconds: number) => Promise<Value>;
  /** As `within`, for something that the package starts and that ends with the session, even if it starts later. */
  start: <Started extends Scenario>(starting: Promise<Started>, timeoutInSeconds: number) => Promise<Started>;
  /** To be called once the app is there. */
  joined: () => void;
  /** Resolves once the package opens no more sockets for this session. The next one has to wait for that. */
  quiet: Promise<void>;
};

/**
 * Watches one session of the protocol's package, which leaves promises open forever when a socket closes, a message
 * makes no sense or nobody answers. Each of these ends the session here.
 * @param isOurSocket tells its sockets by their address.
 */
export function guardSession(isOurSocket: (address: string) => boolean): SessionGuard {
  const over = new AbortController();
  let markQuiet: () => void = () => undefined;
  const quiet = new Promise<void>((resolve) => {
    markQuiet = resolve;
  });
  let stillTries = true;
  const end = (reason: Error) => {
    if (over.signal.aborted) return;
    over.abort(reason);
    window.removeEventListener('unhandledrejection', hear);
    sockets.close(stillTries).then(markQuiet);
  };
  // The package throws what it can't make sense of where nobody can catch it.
  const hear = (event: PromiseRejectionEvent) => {
    if (!(event.reason instanceof Error) || event.reason.name !== 'SolanaMobileWalletAdapterError') return;
    event.preventDefault();
    end(event.reason);
  };
  const sockets = watchSessionSockets(isOurSocket, (code) => end(new MobileWalletError(code)));
  window.addEventListener('unhandledrejection', hear);

  const within: SessionGuard['within'] = (step, timeoutInSeconds) =>
    new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        over.signal.removeEventListener('abort', fail);
      };
      const fail = () => {
        settle();
        reject(over.signal.reason);
      };
      const timer = setTimeout(
        () => end(new MobileWalletError('ERROR_SESSION_TIMEOUT')),
        timeoutInSeconds * 1000,
      );
      over.signal.addEventListener('abort', fail);
      if (over.signal.aborted) fail();
      step.then(resolve, reject).finally(settle);
    });

  const start: SessionGuard['start'] = (starting, timeoutInSeconds) => {
    const settle = () => {
      stillTries = false;
      // Before the next session opens sockets of its own.
      if (over.signal.aborted) sockets.release();
      markQuiet();
    };
    starting.then(({ close, wallet }) => {
      // Closing fails what nobody may be waiting for any more.
      wallet.catch(() => undefined);
      if (over.signal.aborted) close();
      else over.signal.addEventListener('abort', close);
      settle();
    }, settle);
    return within(starting, timeoutInSeconds);
  };

  return { ended: over.signal, end, within, start, joined: sockets.release, quiet };
}
