import type { Scenario } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { MobileWalletError } from './mobile-wallet-error';
import { watchSockets } from './watch-sockets';

/** Far more than a session of ours needs, which is three messages and one for each request. A flood ends there. */
const mostMessages = 100;

/** A message of 64 KiB: no answer to us comes near it. */
const longestMessageInBytes = 65_536;

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
  /** As `within`, for what the package starts: that is closed with the session, even when it starts after the end. */
  start: <Started extends Scenario>(starting: Promise<Started>, timeoutInSeconds: number) => Promise<Started>;
};

/**
 * Keeps an eye on one session of the protocol's package, which leaves promises open for ever when a socket closes, when a
 * message makes no sense, and when nobody answers. Here each of these ends the session.
 * @param isOurSocket tells its sockets by their address.
 */
export function guardSession(isOurSocket: (address: string) => boolean): SessionGuard {
  const over = new AbortController();
  const sockets = new Set<WebSocket>();
  const end = (reason: Error) => {
    if (over.signal.aborted) return;
    over.abort(reason);
    unwatch();
    window.removeEventListener('unhandledrejection', hear);
    for (const socket of sockets) socket.close();
  };
  // The package throws what it can't make sense of where nobody can catch it.
  const hear = (event: PromiseRejectionEvent) => {
    if (!(event.reason instanceof Error) || event.reason.name !== 'SolanaMobileWalletAdapterError') return;
    event.preventDefault();
    end(event.reason);
  };
  const unwatch = watchSockets(isOurSocket, (socket) => {
    let wasOpen = false;
    let messages = 0;
    sockets.add(socket);
    socket.addEventListener('open', () => {
      wasOpen = true;
    });
    socket.addEventListener('close', () => {
      sockets.delete(socket);
      // One that never opened is tried again by the package.
      if (wasOpen) end(new MobileWalletError('ERROR_SESSION_CLOSED'));
    });
    socket.addEventListener('message', ({ data }) => {
      messages += 1;
      if (messages > mostMessages || measure(data) > longestMessageInBytes)
        end(new MobileWalletError('ERROR_ILLEGAL_TRANSPORT_STATE'));
    });
  });
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
    starting.then(
      ({ close, wallet }) => {
        // Closing fails what nobody may be waiting for any more.
        wallet.catch(() => undefined);
        if (over.signal.aborted) close();
        else over.signal.addEventListener('abort', close);
      },
      () => undefined,
    );
    return within(starting, timeoutInSeconds);
  };

  return { ended: over.signal, end, within, start };
}

/** In bytes; of text, in characters, because the package reads base64. */
function measure(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof Blob ? data.size : 0;
}
