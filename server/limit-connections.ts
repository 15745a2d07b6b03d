import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Limits the number of connections. Over the limit, closes the connection that has waited longest without a complete
 * request, idle or stalled; if that one has only just opened, the one whose client has gone longest without reading its
 * response. So silent connections don't shut out clients that make requests.
 * All of it happens as a connection arrives, since thousands may arrive before anything else runs. Node's own limit
 * (`maxConnections`) would turn away the newcomer.
 */
export function limitConnections(server: Server, mostConnections: number) {
  const open = new Set<Socket>();
  /** In the order in which they began to wait for a request, with that time (`performance.now()`). */
  const withoutRequest = new Map<Socket, number>();
  const answering = new Map<Socket, Reading>();
  // Weak: Node may tell of the end of an answer after that of its connection.
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
    for (const [asker, reading] of answering) lookAt(asker, reading);
    if (open.size <= mostConnections) return;
    const [[free, since] = [socket, performance.now()]] = withoutRequest;
    const hasJustCome = performance.now() - since < newcomerInMilliseconds;
    const unread = hasJustCome ? findUnread(answering) : undefined;
    // A client that has read something since then is never closed in favor of one that has sent nothing.
    const closed = unread && unread.since < since ? unread.socket : free;
    leave(closed);
    closed.destroy();
  });
  return {
    /** Call it once all of a request is here: until it is answered its connection gives way only if nobody reads the answer. */
    keepUntilAnswered({ socket }: IncomingMessage, response: ServerResponse): void {
      withoutRequest.delete(socket);
      if (open.has(socket) && !answering.has(socket)) answering.set(socket, { taken: 0, since: waitsForUs });
      unanswered.add(socket, response, () => {
        answering.delete(socket);
        if (open.has(socket)) withoutRequest.set(socket, performance.now());
      });
    },
  };
}

/** The time a new connection has for sending its request: a round trip on a slow network. */
const newcomerInMilliseconds = 1000;

/**
 * Bytes a reader had taken at the last look, and the look since which it took no more although some wait
 * (`performance.now()`).
 */
type Reading = { taken: number; since: number };

/** While nothing waits for the reader, however long that takes us. */
const waitsForUs = Number.POSITIVE_INFINITY;

function lookAt(socket: Socket, reading: Reading): void {
  // Not documented, and what Node's own timeouts look at. An answer that is sent at once drains at its end alone.
  const { bytesWritten, writeQueueSize } = (socket as { _handle?: WriteHandle })._handle ?? nothingWritten;
  const taken = bytesWritten - writeQueueSize;
  if (writeQueueSize === 0) reading.since = waitsForUs;
  else if (reading.since === waitsForUs || reading.taken !== taken) reading.since = performance.now();
  reading.taken = taken;
}

/** Bytes handed to the system, and those of them that it hasn't sent. */
type WriteHandle = { bytesWritten: number; writeQueueSize: number };
const nothingWritten: WriteHandle = { bytesWritten: 0, writeQueueSize: 0 };

/** The one whose reader has taken nothing for longest. */
function findUnread(answering: Iterable<[Socket, Reading]>): { socket: Socket; since: number } | undefined {
  let longest: { socket: Socket; since: number } | undefined;
  for (const [socket, { since }] of answering)
    if (since < (longest?.since ?? waitsForUs)) longest = { socket, since };
  return longest;
}

/** Counts the requests of each connection that are not answered yet. */
export function countUnanswered() {
  const unanswered = new WeakMap<Socket, number>();
  return {
    /** @returns how many there are with this one. @param done called when none is left. */
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
