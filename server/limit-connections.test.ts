import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { countUnanswered, limitConnections } from './limit-connections';

const most = 3;
const aSecond = 1000;

/** Replaces a connection, with its byte counts: written, and not yet taken by the client. */
class Connection extends EventEmitter {
  isClosed = false;
  /** Null once the system has closed the connection. */
  _handle: { bytesWritten: number; writeQueueSize: number } | null = { bytesWritten: 0, writeQueueSize: 0 };
  destroy(): void {
    this.isClosed = true;
  }
  give(bytes: number): void {
    if (!this._handle) return;
    this._handle.bytesWritten += bytes;
    this._handle.writeQueueSize += bytes;
  }
  take(bytes: number): void {
    if (this._handle) this._handle.writeQueueSize -= bytes;
  }
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);

function startServer() {
  const server = new EventEmitter();
  const { keepUntilAnswered } = limitConnections(server as Server, most);
  const connect = () => {
    const connection = new Connection();
    server.emit('connection', connection);
    return connection;
  };
  /** Completes a request. The returned response emits `close` once it is answered. */
  const ask = (connection: Connection) => {
    const answer = new EventEmitter();
    keepUntilAnswered({ socket: connection } as unknown as IncomingMessage, answer as ServerResponse);
    return answer;
  };
  /** A client that requests a response and doesn't read it. */
  const connectDeaf = () => {
    const connection = connect();
    ask(connection);
    connection.give(100);
    return connection;
  };
  /** Makes the server check all unread responses, as each new connection does. */
  const look = () => connect().emit('close');
  return { connect, ask, connectDeaf, look };
}

const whoIsClosed = (connections: Connection[]) => connections.map(({ isClosed }) => isClosed);

test('over the limit, connections that arrive in one turn close the oldest, one each', () => {
  const { connect } = startServer();
  const all = Array.from({ length: 2 * most }, connect);
  expect(whoIsClosed(all)).toEqual([true, true, true, false, false, false]);
});

test('a closed connection takes no place and is never chosen for closing', () => {
  const { connect, ask, look } = startServer();
  const [idle, answered, asking] = [connect(), connect(), connect()];
  const answer = ask(answered);
  ask(asking).emit('close');
  for (const connection of [answered, idle, asking]) connection.emit('close');
  // Node emits the end of a response, and a completed request, after the end of their connection.
  answer.emit('close');
  ask(idle);
  idle.give(100);
  look();
  pass(1);
  const all = Array.from({ length: most + 1 }, connect);
  expect(whoIsClosed(all)).toEqual([true, false, false, false]);
  expect(whoIsClosed([idle, answered, asking])).toEqual([false, false, false]);
});

test('a client that read nothing and has left is never chosen for closing', () => {
  const { connectDeaf, connect, look } = startServer();
  const gone = connectDeaf();
  look();
  pass(1);
  gone.emit('close');
  const all = Array.from({ length: most + 1 }, connect);
  expect(whoIsClosed(all)).toEqual([true, false, false, false]);
});

test('an answered connection waits for its next request, behind those that waited before', () => {
  const { connect, ask } = startServer();
  const [first, second] = [connect(), connect()];
  ask(first).emit('close');
  connect();
  connect();
  expect(whoIsClosed([first, second])).toEqual([false, true]);
  connect();
  expect(whoIsClosed([first, second])).toEqual([true, true]);
});

test.each([
  ['just less than a second', aSecond - 1, true],
  ['a second', aSecond, false],
])(
  'after %s without a request, a connection is closed instead of an unread response, or not',
  (_how, waited, closesDeaf) => {
    const { connect, connectDeaf, look } = startServer();
    const deaf = connectDeaf();
    look();
    pass(1);
    const silent = connect();
    pass(waited);
    connect();
    connect();
    expect(whoIsClosed([deaf, silent])).toEqual([closesDeaf, !closesDeaf]);
  },
);

test.each([
  ['before', 1, true],
  ['as', 0, false],
])(
  'a client that has read nothing since just %s the others connected is closed for them, or not',
  (_when, earlier, closesDeaf) => {
    const { connect, connectDeaf, look } = startServer();
    const deaf = connectDeaf();
    look();
    pass(earlier);
    const silent = connect();
    connect();
    connect();
    expect(whoIsClosed([deaf, silent])).toEqual([closesDeaf, !closesDeaf]);
  },
);

describe('among unread responses', () => {
  const firstClosed = ({ connect }: ReturnType<typeof startServer>, among: Connection[]) => {
    pass(1);
    while (!among.some(({ isClosed }) => isClosed)) connect();
    return among.findIndex(({ isClosed }) => isClosed);
  };
  /** The second stops reading later than the first. */
  const connectTwo = () => {
    const site = startServer();
    const first = site.connectDeaf();
    site.look();
    pass(5);
    const second = site.connectDeaf();
    site.look();
    pass(5);
    return { site, both: [first, second], first };
  };

  it('of two that stopped reading at once the first is closed', () => {
    const site = startServer();
    const all = [site.connectDeaf(), site.connectDeaf(), site.connectDeaf()];
    site.look();
    expect(firstClosed(site, all)).toBe(0);
  });

  it('the one that has taken nothing for longest is closed', () => {
    const { site, both } = connectTwo();
    expect(firstClosed(site, both)).toBe(0);
  });

  it('a client that has read something since counts as unread only from then on', () => {
    const { site, both, first } = connectTwo();
    first.take(1);
    site.look();
    expect(firstClosed(site, both)).toBe(1);
  });

  it('one counts as unread although the server wrote more to it, or it requested again', () => {
    const { site, both, first } = connectTwo();
    first.give(100);
    site.ask(first);
    site.look();
    expect(firstClosed(site, both)).toBe(0);
  });

  it('one that has taken everything was waiting for the server, however long that was', () => {
    const site = startServer();
    const first = site.connectDeaf();
    site.look();
    pass(5);
    first.take(100);
    site.look();
    pass(5);
    const second = site.connectDeaf();
    site.look();
    pass(5);
    first.give(100);
    site.look();
    expect(firstClosed(site, [first, second])).toBe(1);
  });

  it('one whose connection is closing already is not chosen in place of another', () => {
    const site = startServer();
    const ending = site.connectDeaf();
    ending._handle = null;
    site.look();
    pass(1);
    const all = [site.connect(), site.connect(), site.connect()];
    expect(whoIsClosed([ending, ...all])).toEqual([false, true, false, false]);
  });
});

test('requests of one connection are counted until each is answered', () => {
  const { add } = countUnanswered();
  const socket = new Connection() as unknown as IncomingMessage['socket'];
  const done = jest.fn();
  const ask = () => {
    const answer = new EventEmitter();
    return { count: add(socket, answer as ServerResponse, done), answer };
  };
  const [first, second] = [ask(), ask()];
  expect([first.count, second.count]).toEqual([1, 2]);
  first.answer.emit('close');
  expect(done).not.toHaveBeenCalled();
  second.answer.emit('close');
  expect(done).toHaveBeenCalledTimes(1);
  expect(ask().count).toBe(1);
  const alone = new EventEmitter();
  expect(countUnanswered().add(socket, alone as ServerResponse)).toBe(1);
  expect(() => alone.emit('close')).not.toThrow();
});
