import { longestRetryDelayInMilliseconds } from './time-limits.ts';

/** Far more than a session needs: three messages, and one per request. A message beyond it ends the session. */
const mostMessages = 100;

/** 64 KiB, far above any response. */
const longestMessageInBytes = 65_536;

type SessionSockets = {
  /** Stops watching for new sockets. Call it once the session opens no more. */
  release: () => void;
  /**
   * Closes the open sockets. With `stillTries`, the package may open one more, which is closed too.
   * @returns resolves once no socket can follow, so that the next session sees only its own
   */
  close: (stillTries: boolean) => Promise<void>;
};

/**
 * Watches the sockets that the package opens for one session, recognized by their URL. Calls `onEnd` when an open one
 * closes, and when one sends a too large message or too many.
 */
export function watchSessionSockets(
  isOurs: (address: string) => boolean,
  onEnd: (code: 'ERROR_SESSION_CLOSED' | 'ERROR_ILLEGAL_TRANSPORT_STATE') => void,
): SessionSockets {
  const sockets = new Set<WebSocket>();
  let isClosed = false;
  let finish: () => void = () => undefined;

  const release = watchSockets(isOurs, (socket) => {
    let wasOpen = false;
    let messages = 0;
    sockets.add(socket);
    socket.addEventListener('open', () => {
      wasOpen = true;
    });
    // The package retries after an error, which can't resume a session that was open, and is useless once it ended.
    socket.addEventListener('error', (event) => {
      if (wasOpen || isClosed) event.stopImmediatePropagation();
    });
    socket.addEventListener('close', () => {
      sockets.delete(socket);
      if (isClosed) finish();
      else if (wasOpen) onEnd('ERROR_SESSION_CLOSED');
    });
    socket.addEventListener('message', ({ data }) => {
      messages += 1;
      if (messages > mostMessages || measure(data) > longestMessageInBytes)
        onEnd('ERROR_ILLEGAL_TRANSPORT_STATE');
    });
    if (isClosed) socket.close();
  });

  return {
    release,
    close: (stillTries) => {
      isClosed = true;
      const closing = [...sockets];
      for (const socket of closing) socket.close();
      if (!stillTries) {
        release();
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => finish(), longestRetryDelayInMilliseconds);
        finish = () => {
          clearTimeout(timer);
          release();
          resolve();
        };
      });
    },
  };
}

/** Bytes, or characters of a text, which the package reads as base64. */
function measure(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof Blob ? data.size : 0;
}

/**
 * Passes each new WebSocket with a matching URL to `onSocket` until the returned function is called. Needed because the protocol's
 * package opens its sockets itself and doesn't report when one closes, so a request to a phone that left would never settle.
 */
function watchSockets(
  isWatched: (address: string) => boolean,
  onSocket: (socket: WebSocket) => void,
): () => void {
  const before = globalThis.WebSocket;
  let isWatching = true;
  const watching = new Proxy(before, {
    construct(target, given: ConstructorParameters<typeof WebSocket>) {
      const socket = new target(...given);
      if (isWatching && isWatched(String(given[0]))) onSocket(socket);
      return socket;
    },
  });
  globalThis.WebSocket = watching;
  return () => {
    isWatching = false;
    if (globalThis.WebSocket === watching) globalThis.WebSocket = before;
  };
}
