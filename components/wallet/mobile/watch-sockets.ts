/**
 * Shows each WebSocket that is opened to a matching address, until the returned function is called.
 *
 * The protocol's package opens its sockets itself, keeps them to itself, and never tells that one of them has closed. What
 * waits for a phone that has left would wait for ever. Others than the matching sockets are not touched.
 */
export function watchSockets(
  isWatched: (address: string) => boolean,
  see: (socket: WebSocket) => void,
): () => void {
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
