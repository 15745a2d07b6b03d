import type { Scenario } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { MobileWalletError } from './mobile-wallet-error.ts';
import { watchSessionSockets } from './session-sockets.ts';

export type SessionGuard = {
  /** Aborts once with the reason, whatever ends the session. */
  ended: AbortSignal;
  /** Ends the session: closes its sockets and rejects pending steps. Only the first reason counts. */
  end: (reason: Error) => void;
  /** Waits for one step of the package. Rejects when the session ends; a timeout ends it with `ERROR_SESSION_TIMEOUT`. */
  within: <Value>(step: Promise<Value>, timeoutInSeconds: number) => Promise<Value>;
  /** Like `within`, for a scenario, which is closed when the session ends, even if it starts only afterwards. */
  start: <Started extends Scenario>(starting: Promise<Started>, timeoutInSeconds: number) => Promise<Started>;
  /** Call it once the app has connected. */
  joined: () => void;
  /** Resolves once the package opens no more sockets for this session. The next session must wait for it. */
  quiet: Promise<void>;
};

/**
 * Guards one session of the protocol's package, which never settles its promises after a closed socket, an invalid message
 * or a missing response. Here, each of these ends the session.
 * @param isOurSocket recognizes the session's sockets by their URL
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
  // The package throws on invalid messages in its own event handlers, where callers can't catch the error.
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
      // Stop watching before the next session opens its sockets.
      if (over.signal.aborted) sockets.release();
      markQuiet();
    };
    starting.then(({ close, wallet }) => {
      // Closing rejects this promise, which may have no other handler.
      wallet.catch(() => undefined);
      if (over.signal.aborted) close();
      else over.signal.addEventListener('abort', close);
      settle();
    }, settle);
    return within(starting, timeoutInSeconds);
  };

  return { ended: over.signal, end, within, start, joined: sockets.release, quiet };
}
