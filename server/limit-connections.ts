import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Over the limit, closes the connection that has waited longest without a complete request or, if it is new, the one that has gone
 * longest without reading its response. Runs for each new one. Node's `maxConnections` would reject newcomers instead.
 */
export function limitConnections(server: Server, mostConnections: number) {
  const open = new Set<Socket>();
  /** In the order in which they began to wait for a request; the value is that time (`performance.now()`). */
  const withoutRequest = new Map<Socket, number>();
  const answering = new Map<Socket, Reading>();
  // Holds its sockets weakly: Node may emit `close` for a response after `close` for its connection.
  const unanswered = countUnanswered();
  const leave = (socket: Socket) => {
    open.delete(socket);
    withoutRequest.delete(socket);
    answering.delete(socket);
  };
  server.on('connection', (socket) => {
    open.add(socket);
    withoutRequest.set(socket, performance.now());
    socket.once('close', () => leave(socket));
    for (const [asker, reading] of answering) updateReading(asker, reading);
    if (open.size <= mostConnections) return;
    const [[free, since] = [socket, performance.now()]] = withoutRequest;
    const isNew = performance.now() - since < newcomerInMilliseconds;
    const unread = isNew ? findUnread(answering) : undefined;
    // A client that has read since then is never closed in favor of a connection without a request.
    const closed = unread && unread.since < since ? unread.socket : free;
    leave(closed);
    closed.destroy();
  });
  return {
    /** Call it once a request is complete. Until its response, the connection is closed only if the client doesn't read. */
    keepUntilAnswered({ socket }: IncomingMessage, response: ServerResponse): void {
      withoutRequest.delete(socket);
      if (open.has(socket) && !answering.has(socket))
        answering.set(socket, { taken: 0, since: nothingPending });
      unanswered.add(socket, response, () => {
        answering.delete(socket);
        if (open.has(socket)) withoutRequest.set(socket, performance.now());
      });
    },
  };
}

/** How long a new connection may take to send its request: a round trip on a slow network. */
const newcomerInMilliseconds = 1000;

/** Bytes the client had taken at the last check, and the first check (`performance.now()`) since which it took none of those waiting. */
type Reading = { taken: number; since: number };

/** No bytes are waiting for the client: the server is still producing the response. */
const nothingPending = Number.POSITIVE_INFINITY;

function updateReading(socket: Socket, reading: Reading): void {
  // Undocumented; Node's own timeouts read it too. A response that is written at once counts as taken only when all of it is.
  const { bytesWritten, writeQueueSize } = (socket as { _handle?: WriteHandle })._handle ?? nothingWritten;
  const taken = bytesWritten - writeQueueSize;
  if (writeQueueSize === 0) reading.since = nothingPending;
  else if (reading.since === nothingPending || reading.taken !== taken) reading.since = performance.now();
  reading.taken = taken;
}

/** Bytes handed to the operating system, and how many of them it hasn't sent yet. */
type WriteHandle = { bytesWritten: number; writeQueueSize: number };
const nothingWritten: WriteHandle = { bytesWritten: 0, writeQueueSize: 0 };

/** The connection whose client has taken nothing for longest. */
function findUnread(answering: Iterable<[Socket, Reading]>): { socket: Socket; since: number } | undefined {
  let longest: { socket: Socket; since: number } | undefined;
  for (const [socket, { since }] of answering)
    if (since < (longest?.since ?? nothingPending)) longest = { socket, since };
  return longest;
}

export function countUnanswered() {
  const unanswered = new WeakMap<Socket, number>();
  return {
    /** @returns the number including this one. @param done called when none is left. */
    add(socket: Socket, response: ServerResponse, done?: () => void): number {
      const sum = (unanswered.get(socket) ?? 0) + 1;
      unanswered.set(socket, sum);
      response.once('close', () => {
        const left = (unanswered.get(socket) ?? 0) - 1;
        unanswered.set(socket, left);
        if (left === 0) done?.();
      });
      return sum;
    },
  };
}
