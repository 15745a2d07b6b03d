import type { IncomingMessage } from 'node:http';

type BodyLimits = {
  largestInBytes: number;
  /** The longest wait for the next bytes of a body (milliseconds). */
  silenceInMilliseconds: number;
};

type ReceivedBody = { outcome: 'complete' | 'too-large' | 'too-slow'; body: Buffer };

/** A refused body is read and dropped up to this size, so that its sender reads the response. */
export const mostDiscardedInBytes = 256 * 1024;

/** Pieces of a body without a length, which HTTP libraries send in kilobytes. Each costs a call, so single bytes are refused. */
const mostPieces = 1024;

const firstPieceInBytes = 1024;

/**
 * Collects a request's body and pushes it back in as one piece. Copies the pieces, each of which would cost over 100 bytes of memory.
 * @returns never, if the client leaves or is cut off. `too-large` comes before a byte over the limit is held, `too-slow` after the
 * silence; answer the request then without reading it.
 */
export function receiveBody(
  request: IncomingMessage,
  { largestInBytes, silenceInMilliseconds }: BodyLimits,
): Promise<ReceivedBody> {
  const { promise, resolve } = Promise.withResolvers<ReceivedBody>();
  if (!hasBody(request)) {
    keepReadable(request);
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
    // Restores Node's own method.
    Reflect.deleteProperty(request, 'push');
    const body = held.subarray(0, outcome === 'complete' ? size : 0);
    if (outcome === 'complete') {
      keepReadable(request);
      request.push(body);
      request.push(null);
    }
    if (outcome === 'too-large') discardBody(request, silenceInMilliseconds);
    resolve({ outcome, body });
  }

  /** Destroys the connection without a response: parsing the data that keeps arriving would cost work for each piece. */
  function cutOff(): void {
    request.push = () => true;
    request.socket.destroy();
  }
}

/** Keeps a complete request readable once its sender left: Node's ECONNRESET would reach a copy of the body that handles no errors. */
function keepReadable(request: IncomingMessage): void {
  const destroy = request.destroy.bind(request);
  const keep = (error?: NodeJS.ErrnoException) => (error?.code === 'ECONNRESET' ? request : destroy(error));
  // A setter that does nothing: Next.js assigns all methods of its copy of the body and would overwrite this one.
  Object.defineProperty(request, 'destroy', { get: () => keep, set: () => undefined });
}

/** Reads and drops the rest of a body, up to a limit; past it the connection ends. */
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
