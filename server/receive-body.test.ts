import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { discardBody, mostDiscardedInBytes, receiveBody } from './receive-body';

const limits = { largestInBytes: 8 * 1024, silenceInMilliseconds: 1000 };
/** The most pieces of a body without a length, or of a discarded one. */
const mostPieces = 1024;
const chunked = { 'transfer-encoding': 'chunked' };

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** A request before its body: Node pushes the pieces, and null after the last one. */
function begin(headers: Record<string, string>) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { headers });
  return request;
}

const ofLength = (bytes: number) => begin({ 'content-length': String(bytes) });
const gone = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
}

test('a request without a body is complete at once, and can be read to its end although its sender has left', async () => {
  for (const headers of [{}, { 'content-length': '0' }] as Record<string, string>[]) {
    const request = begin(headers);
    expect(await receiveBody(request, limits)).toEqual({ outcome: 'complete', body: Buffer.alloc(0) });
    request.push(null);
    expect(request.destroy(gone() as Error)).toBe(request);
    expect(request.destroyed).toBe(false);
    expect(await readAll(request)).toBe('');
  }
});

test('the pieces of a body become one, in their order, for the caller and for readers of the request', async () => {
  const pieces = ['a'.repeat(1000), 'b'.repeat(500), 'c'.repeat(3000), 'd'];
  const request = ofLength(pieces.join('').length);
  const received = receiveBody(request, limits);
  for (const piece of pieces) expect(request.push(Buffer.from(piece))).toBe(true);
  request.push(null);
  const { outcome, body } = await received;
  expect([outcome, body.toString()]).toEqual(['complete', pieces.join('')]);
  request.destroy(gone() as Error);
  expect(await readAll(request)).toBe(pieces.join(''));
});

test('only the error of a sender that left is kept from a request: any other error ends it', async () => {
  const request = begin({});
  await receiveBody(request, limits);
  const failed = new Promise((resolve) => request.once('error', resolve));
  request.destroy(new Error('ours'));
  expect(request.destroyed).toBe(true);
  expect(await failed).toEqual(new Error('ours'));
});

test('the buffer holds at most twice the received bytes, and never more than the limit', async () => {
  const allocated = jest.spyOn(Buffer, 'allocUnsafe');
  const sizes = () => allocated.mock.calls.map(([size]) => size);
  const request = ofLength(limits.largestInBytes);
  const received = receiveBody(request, limits);
  request.push(Buffer.alloc(1000));
  request.push(Buffer.alloc(24));
  expect(sizes()).toEqual([1024]);
  request.push(Buffer.alloc(2000));
  request.push(Buffer.alloc(3000));
  expect(sizes()).toEqual([1024, 2 * 3024]);
  request.push(Buffer.alloc(limits.largestInBytes - 6024));
  expect(sizes()).toEqual([1024, 2 * 3024, limits.largestInBytes]);
  request.push(null);
  expect((await received).body.length).toBe(limits.largestInBytes);
  allocated.mockClear();
  receiveBody(ofLength(10), { ...limits, largestInBytes: 10 });
  expect(sizes()).toEqual([10]);
});

test('a body is refused at the first byte over the limit, and none of it is passed on', async () => {
  const request = ofLength(limits.largestInBytes + 1);
  const received = receiveBody(request, limits);
  request.push(Buffer.alloc(limits.largestInBytes));
  request.push(Buffer.alloc(1));
  expect(await received).toEqual({ outcome: 'too-large', body: Buffer.alloc(0) });
  // The rest is read and dropped, up to a limit.
  expect(request.readableEnded).toBe(false);
  request.push(Buffer.alloc(mostDiscardedInBytes));
  await new Promise((turn) => setImmediate(turn));
  expect(request.socket.destroyed).toBe(false);
  request.push(Buffer.alloc(1));
  await new Promise((turn) => setImmediate(turn));
  expect(request.socket.destroyed).toBe(true);
});

test('a body with a length may arrive byte by byte, one without in at most 1,024 pieces', async () => {
  const byBytes = (headers: Record<string, string>, pieces: number) => {
    const request = begin(headers);
    const received = receiveBody(request, limits);
    for (let count = 0; count < pieces; count++) request.push(Buffer.from('x'));
    const isCutOff = request.socket.destroyed;
    request.push(null);
    return { received, isCutOff };
  };
  const said = byBytes({ 'content-length': '3000' }, 3000);
  expect([said.isCutOff, (await said.received).body.length]).toEqual([false, 3000]);
  const most = byBytes(chunked, mostPieces);
  expect([most.isCutOff, (await most.received).body.length]).toEqual([false, mostPieces]);
  const { isCutOff, received } = byBytes(chunked, mostPieces + 1);
  const answered = jest.fn();
  received.then(answered);
  await new Promise((turn) => setImmediate(turn));
  expect([isCutOff, answered.mock.calls]).toEqual([true, []]);
});

test('the timeout counts from the last piece, and no timer remains once the body is complete or its sender has left', async () => {
  const slow = ofLength(3);
  const received = receiveBody(slow, limits);
  for (const letter of 'ab') {
    jest.advanceTimersByTime(limits.silenceInMilliseconds - 1);
    slow.push(Buffer.from(letter));
  }
  jest.advanceTimersByTime(limits.silenceInMilliseconds - 1);
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(1);
  expect(await received).toEqual({ outcome: 'too-slow', body: Buffer.alloc(0) });

  const whole = ofLength(1);
  const listeners = whole.listenerCount('close');
  receiveBody(whole, limits);
  whole.push(Buffer.from('x'));
  whole.push(null);
  expect([jest.getTimerCount(), whole.listenerCount('close')]).toEqual([0, listeners]);

  const left = ofLength(1);
  receiveBody(left, limits);
  expect(jest.getTimerCount()).toBe(1);
  left.emit('close');
  expect(jest.getTimerCount()).toBe(0);
});

describe('a discarded body', () => {
  const discard = () => {
    const request = ofLength(1);
    discardBody(request, limits.silenceInMilliseconds);
    return { request, send: (bytes: number) => void request.emit('data', Buffer.alloc(bytes)) };
  };

  it('is read up to 256 kB', () => {
    const { request, send } = discard();
    send(mostDiscardedInBytes - 1);
    send(1);
    expect(request.socket.destroyed).toBe(false);
    send(1);
    expect(request.socket.destroyed).toBe(true);
  });

  it('is read in up to 1,024 pieces', () => {
    const { request, send } = discard();
    for (let count = 0; count < mostPieces; count++) send(1);
    expect(request.socket.destroyed).toBe(false);
    send(1);
    expect(request.socket.destroyed).toBe(true);
  });

  it('ends the connection when no more bytes arrive, and leaves no timer once the request has ended', () => {
    const { request, send } = discard();
    jest.advanceTimersByTime(limits.silenceInMilliseconds - 1);
    send(1);
    jest.advanceTimersByTime(limits.silenceInMilliseconds - 1);
    expect(request.socket.destroyed).toBe(false);
    jest.advanceTimersByTime(1);
    expect(request.socket.destroyed).toBe(true);
    const ended = discard();
    expect(jest.getTimerCount()).toBe(1);
    ended.request.emit('close');
    expect(jest.getTimerCount()).toBe(0);
  });
});
