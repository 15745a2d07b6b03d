import type { Scenario } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { MobileWalletError } from './mobile-wallet-error.ts';
import { watchSessionSockets } from './session-sockets.ts';

export type SessionGuard = {
  /** Aborts once with the reason, whatever ends the session. */
  ended: AbortSignal;
  /** Ends the session: closes its sockets and rejects pending steps. Only the first reason counts. */
  end: (reason: Error) => void;
  /** Waits for one step of the package. Rejects when the session ends; a timeout ends it with `ERROR_SESSION_TIMEOUT`. */
  withTimeout: <Value>(step: Promise<Value>, timeoutInSeconds: number) => Promise<Value>;
  /** Like `withTimeout`, for a scenario, which is closed when the session ends, even if it starts only afterwards. */
  start: <Started extends Scenario>(starting: Promise<Started>, timeoutInSeconds: number) => Promise<Started>;
  /** Call it once the app has connected. */
  joined: () => void;
  /** Resolves once the package opens no more sockets for this session. The next session must wait for it. */
  allSocketsClosed: Promise<void>;
};

/**
 * Guards one session of the protocol's package, which never settles its promises after a closed socket, an invalid message
 * or a missing response. Here, each of these ends the session.
 * @param isOurSocket recognizes the session's sockets by their URL
 */
export function guardSession(isOurSocket: (address: string) => boolean): SessionGuard {
  const endedController = new AbortController();
  let markSocketsClosed: () => void = () => undefined;
  const allSocketsClosed = new Promise<void>((resolve) => {
    markSocketsClosed = resolve;
  });
  let stillTries = true;
  const end = (reason: Error) => {
    if (endedController.signal.aborted) return;
    endedController.abort(reason);
    window.removeEventListener('unhandledrejection', endOnProtocolError);
    sockets.close(stillTries).then(markSocketsClosed);
  };
  // The package throws on invalid messages in its own event handlers, where callers can't catch the error.
  const endOnProtocolError = (event: PromiseRejectionEvent) => {
    if (!(event.reason instanceof Error) || event.reason.name !== 'SolanaMobileWalletAdapterError') return;
    event.preventDefault();
    end(event.reason);
  };
  const sockets = watchSessionSockets(isOurSocket, (code) => end(new MobileWalletError(code)));
  window.addEventListener('unhandledrejection', endOnProtocolError);

  const withTimeout: SessionGuard['withTimeout'] = (step, timeoutInSeconds) =>
    new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        endedController.signal.removeEventListener('abort', fail);
      };
      const fail = () => {
        settle();
        reject(endedController.signal.reason);
      };
      const timer = setTimeout(
        () => end(new MobileWalletError('ERROR_SESSION_TIMEOUT')),
        timeoutInSeconds * 1000,
      );
      endedController.signal.addEventListener('abort', fail);
      if (endedController.signal.aborted) fail();
      step.then(resolve, reject).finally(settle);
    });

  const start: SessionGuard['start'] = (starting, timeoutInSeconds) => {
    const settle = () => {
      stillTries = false;
      // Stop watching before the next session opens its sockets.
      if (endedController.signal.aborted) sockets.release();
      markSocketsClosed();
    };
    starting.then(({ close, wallet }) => {
      // Closing rejects this promise, which may have no other handler.
      wallet.catch(() => undefined);
      if (endedController.signal.aborted) close();
      else endedController.signal.addEventListener('abort', close);
      settle();
    }, settle);
    return withTimeout(starting, timeoutInSeconds);
  };

  return {
    ended: endedController.signal,
    end,
    withTimeout,
    start,
    joined: sockets.release,
    allSocketsClosed,
  };
}
