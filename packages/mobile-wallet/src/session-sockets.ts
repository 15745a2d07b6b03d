import { longestRetryDelayInMilliseconds } from './time-limits.ts';

/** Far more than a session of ours needs, which is three messages and one for each request. A flood ends there. */
const mostMessages = 100;

/** 64 KiB: no answer to us comes near it. */
const longestMessageInBytes = 65_536;

type SessionSockets = {
  /** No more sockets are opened for this session: stops looking for them. */
  release: () => void;
  /**
   * Closes what is open. While the package still tries to get through it may open one more socket, which is closed as well.
   * @returns resolves once none can come any more, so that the next session sees none that is not its own.
   */
  close: (stillTries: boolean) => Promise<void>;
};

/**
 * Looks after the sockets that the package opens for one session, which are told by their address. Hears when one that was
 * open closes, and when one sends what no session needs.
 */
export function watchSessionSockets(
  isOurs: (address: string) => boolean,
  hear: (code: 'ERROR_SESSION_CLOSED' | 'ERROR_ILLEGAL_TRANSPORT_STATE') => void,
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
    // The package tries again after an error. It can't get back into a session that was open, and need not after the end.
    socket.addEventListener('error', (event) => {
      if (wasOpen || isClosed) event.stopImmediatePropagation();
    });
    socket.addEventListener('close', () => {
      sockets.delete(socket);
      if (isClosed) finish();
      else if (wasOpen) hear('ERROR_SESSION_CLOSED');
    });
    socket.addEventListener('message', ({ data }) => {
      messages += 1;
      if (messages > mostMessages || measure(data) > longestMessageInBytes)
        hear('ERROR_ILLEGAL_TRANSPORT_STATE');
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

/** In bytes; of text, in characters, because the package reads base64. */
function measure(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof Blob ? data.size : 0;
}

/**
 * Shows each WebSocket to a matching address, until the returned function is called. The protocol's package opens its
 * sockets itself and never reports that one has closed, so anything that waits for a phone that has left would wait
 * forever. Other sockets are not touched.
 */
function watchSockets(isWatched: (address: string) => boolean, see: (socket: WebSocket) => void): () => void {
  const before = globalThis.WebSocket;
  let isWatching = true;
  const watching = new Proxy(before, {
    construct(target, given: ConstructorParameters<typeof WebSocket>) {
      const socket = new target(...given);
      if (isWatching && isWatched(String(given[0]))) see(socket);
      return socket;
    },
  });
  globalThis.WebSocket = watching;
  return () => {
    isWatching = false;
    if (globalThis.WebSocket === watching) globalThis.WebSocket = before;
  };
}
