import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { countUnanswered, limitConnections } from './limit-connections';

const most = 3;
const aSecond = 1000;

/** A real connection's counts: bytes given to send, and those that its reader hasn't taken. */
class Connection extends EventEmitter {
  isClosed = false;
  /** None once the system has closed it. */
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
  /** A whole request is here. The answer's `close` says that it is answered. */
  const ask = (connection: Connection) => {
    const answer = new EventEmitter();
    keepUntilAnswered({ socket: connection } as unknown as IncomingMessage, answer as ServerResponse);
    return answer;
  };
  /** Somebody who was given an answer and takes nothing of it. */
  const connectDeaf = () => {
    const connection = connect();
    ask(connection);
    connection.give(100);
    return connection;
  };
  /** Lets the server look at everyone who is being answered: it does as somebody comes. */
  const look = () => connect().emit('close');
  return { connect, ask, connectDeaf, look };
}

const whoIsClosed = (connections: Connection[]) => connections.map(({ isClosed }) => isClosed);

test('of those who come in one turn each over the limit closes another, the oldest first', () => {
  const { connect } = startServer();
  const all = Array.from({ length: 2 * most }, connect);
  expect(whoIsClosed(all)).toEqual([true, true, true, false, false, false]);
});

test('who has left takes no place, and is not closed for somebody who comes', () => {
  const { connect, ask, look } = startServer();
  const [idle, answered, asking] = [connect(), connect(), connect()];
  const answer = ask(answered);
  ask(asking).emit('close');
  for (const connection of [answered, idle, asking]) connection.emit('close');
  // Node tells of an answer's end, and hands over a request, after the end of its connection.
  answer.emit('close');
  ask(idle);
  idle.give(100);
  look();
  pass(1);
  const all = Array.from({ length: most + 1 }, connect);
  expect(whoIsClosed(all)).toEqual([true, false, false, false]);
  expect(whoIsClosed([idle, answered, asking])).toEqual([false, false, false]);
});

test('who has left while it read nothing is not closed in the place of anyone', () => {
  const { connectDeaf, connect, look } = startServer();
  const gone = connectDeaf();
  look();
  pass(1);
  gone.emit('close');
  const all = Array.from({ length: most + 1 }, connect);
  expect(whoIsClosed(all)).toEqual([true, false, false, false]);
});

test('who is answered waits for its next request from then on, behind those who waited before', () => {
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
  'who has waited for %s without a request is closed rather than who reads nothing, or not',
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
  'who has read nothing since %s the others came gives way to them, or not',
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

describe('of those who read nothing', () => {
  const firstClosed = ({ connect }: ReturnType<typeof startServer>, among: Connection[]) => {
    pass(1);
    while (!among.some(({ isClosed }) => isClosed)) connect();
    return among.findIndex(({ isClosed }) => isClosed);
  };
  /** The second began to read nothing later than the first. */
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

  it('of two that began at once the first gives way', () => {
    const site = startServer();
    const all = [site.connectDeaf(), site.connectDeaf(), site.connectDeaf()];
    site.look();
    expect(firstClosed(site, all)).toBe(0);
  });

  it('the one gives way that has taken nothing for longest', () => {
    const { site, both } = connectTwo();
    expect(firstClosed(site, both)).toBe(0);
  });

  it('one that has taken something since begins anew', () => {
    const { site, both, first } = connectTwo();
    first.take(1);
    site.look();
    expect(firstClosed(site, both)).toBe(1);
  });

  it('one has taken nothing although it was given more, or asked again', () => {
    const { site, both, first } = connectTwo();
    first.give(100);
    site.ask(first);
    site.look();
    expect(firstClosed(site, both)).toBe(0);
  });

  it('one that has taken everything has waited for us, however long that was', () => {
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

  it('one whose connection is ending already is not closed in the place of another', () => {
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
