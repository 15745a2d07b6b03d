import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps the number of connections below a limit: for each above it the one gives way that has gone on longest without a whole
 * request, whether it rests, stalls or never said a word, and the newcomer itself where all others wait for an answer. So who opens
 * connections and sends nothing shuts out nobody who asks for something.
 *
 * All of it happens as a connection arrives, since thousands may arrive before anything else runs. Node's own limit
 * (`maxConnections`) would turn away the newcomer.
 */
export function limitConnections(server: Server, mostConnections: number) {
  const open = new Set<Socket>();
  /** In the order in which they began to wait for a request. */
  const withoutRequest = new Set<Socket>();
  // Weak: Node may tell of the end of an answer after that of its connection.
  const answering = countUnanswered();
  const leave = (socket: Socket) => {
    open.delete(socket);
    withoutRequest.delete(socket);
  };
  server.on('connection', (socket) => {
    open.add(socket);
    withoutRequest.add(socket);
    socket.once('close', () => leave(socket));
    const [oldest] = withoutRequest;
    if (open.size <= mostConnections || !oldest) return;
    leave(oldest);
    oldest.destroy();
  });
  return {
    /** Call it once all of a request is here: until it is answered its connection gives way to nobody. */
    keepUntilAnswered({ socket }: IncomingMessage, response: ServerResponse): void {
      withoutRequest.delete(socket);
      answering.add(socket, response, () => {
        if (open.has(socket)) withoutRequest.add(socket);
      });
    },
  };
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
