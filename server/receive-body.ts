import type { IncomingMessage } from 'node:http';

type BodyLimits = {
  largestInBytes: number;
  /** The patience for the next byte of a body (milliseconds). */
  silenceInMilliseconds: number;
};

type ReceivedBody = { outcome: 'complete' | 'too-large' | 'too-slow'; body: Buffer };

/** So much more of a refused body is read and dropped, so that its sender reads the answer. */
export const mostDiscardedInBytes = 256 * 1024;

/**
 * Pieces of a body without a length, which libraries cut into kilobytes. Each piece costs a call, so a body cut into
 * bytes would cost a thousand times as much as any other.
 */
const mostPieces = 1024;

const firstPieceInBytes = 1024;

/**
 * Collects a request's body and gives it back to the request as one piece. Copies the pieces, because each one weighs a
 * hundred bytes and more, and someone may send them a byte at a time.
 * @returns never, if the sender leaves or is cut off. `too-large` before a byte over the limit is held, and `too-slow`
 * after the given silence: answer the request then without reading it.
 */
export function receiveBody(
  request: IncomingMessage,
  { largestInBytes, silenceInMilliseconds }: BodyLimits,
): Promise<ReceivedBody> {
  const { promise, resolve } = Promise.withResolvers<ReceivedBody>();
  if (!hasBody(request)) {
    keepWhole(request);
    resolve({ outcome: 'complete', body: Buffer.alloc(0) });
    return promise;
  }
  let held = Buffer.allocUnsafe(Math.min(firstPieceInBytes, largestInBytes));
  let size = 0;
  let piecesLeft = request.headers['transfer-encoding'] === undefined ? Number.POSITIVE_INFINITY : mostPieces;
  const silence = setTimeout(() => finish('too-slow'), silenceInMilliseconds);
  const forget = () => clearTimeout(silence);
  request.once('close', forget);

  request.push = (piece: Buffer | null) => {
    piecesLeft -= 1;
    if (piece === null) finish('complete');
    else if (piecesLeft < 0) cutOff();
    else if (size + piece.length > largestInBytes) finish('too-large');
    else keep(piece);
    return true;
  };
  return promise;

  function keep(piece: Buffer): void {
    silence.refresh();
    if (size + piece.length > held.length) {
      const larger = Buffer.allocUnsafe(Math.min(largestInBytes, 2 * (size + piece.length)));
      held.copy(larger, 0, 0, size);
      held = larger;
    }
    size += piece.copy(held, size);
  }

  function finish(outcome: ReceivedBody['outcome']): void {
    forget();
    request.off('close', forget);
    // From here on it is Node's own again.
    Reflect.deleteProperty(request, 'push');
    const body = held.subarray(0, outcome === 'complete' ? size : 0);
    if (outcome === 'complete') {
      keepWhole(request);
      request.push(body);
      request.push(null);
    }
    if (outcome === 'too-large') discardBody(request, silenceInMilliseconds);
    resolve({ outcome, body });
  }

  /** At once, without an answer: what has arrived by then is still taken apart, and each piece is work. */
  function cutOff(): void {
    request.push = () => true;
    request.socket.destroy();
  }
}

/**
 * Lets anyone who reads a request read it to its end although its sender has gone. All of it is here; but Node would end it with an
 * error, which Next.js passes on to a copy of the body where nobody waits for one.
 */
function keepWhole(request: IncomingMessage): void {
  const destroy = request.destroy.bind(request);
  const keep = (error?: NodeJS.ErrnoException) => (error?.code === 'ECONNRESET' ? request : destroy(error));
  // Next.js puts a copy of the body in place of it, with all its methods, and would write over this one.
  Object.defineProperty(request, 'destroy', { get: () => keep, set: () => undefined });
}

/** Reads what is left of a body and keeps nothing of it, up to a limit, past which the connection ends. */
export function discardBody(request: IncomingMessage, silenceInMilliseconds: number): void {
  const { socket } = request;
  let size = 0;
  let pieces = 0;
  const silence = setTimeout(() => socket.destroy(), silenceInMilliseconds);
  request.once('close', () => clearTimeout(silence));
  request.on('data', (piece: Buffer) => {
    silence.refresh();
    size += piece.length;
    pieces += 1;
    if (size > mostDiscardedInBytes || pieces > mostPieces) socket.destroy();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
