import { connect, type Socket } from 'node:net';

type Attacked = {
  port: number;
  large: string;
  small: string;
  /** The speed at which the one honest client reads the large response. */
  bytesPerSecond: number;
  /** Connections with an unread response. */
  countUnread: () => number;
};

type Seen = {
  newcomers: number;
  answered: number;
  /** The fewest unread responses at the time of any newcomer. */
  fewestUnread: number;
  /** Bytes that the slow client received. */
  taken: number;
};

const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Opens 1,050 connections, and 20 more a second, that read nothing; newcomers connect until a slow client has read its response. */
export async function attackUnread({ port, bytesPerSecond, countUnread, ...paths }: Attacked): Promise<Seen> {
  const slow = readSlowly();
  const openUnread = () => ask(paths.large).pause();
  for (let count = 1; count <= 1050; count++) {
    openUnread();
    if (count % 50 === 0) await isAnswered();
  }
  const more = setInterval(openUnread, 50);
  const seen = { newcomers: 0, answered: 0, fewestUnread: Number.POSITIVE_INFINITY };
  while (!slow.socket.closed) {
    seen.newcomers += 1;
    seen.fewestUnread = Math.min(seen.fewestUnread, countUnread());
    if (await isAnswered()) seen.answered += 1;
    await Promise.race([pause(500), slow.ended]);
  }
  clearInterval(more);
  return { ...seen, taken: await slow.ended };

  function ask(path: string, onread?: { buffer: Buffer; callback: (bytes: number) => boolean }) {
    const socket = connect({ port, host: '127.0.0.1', ...(onread && { onread }) });
    // Callers count the connections that are cut.
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return socket;
  }

  async function isAnswered(): Promise<boolean> {
    const socket = ask(paths.small);
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    await closing(socket);
    return received.startsWith('HTTP/1.1 200 ');
  }

  /** Reads one kilobyte at a time, and nothing in between. */
  function readSlowly() {
    let taken = 0;
    const buffer = Buffer.alloc(1024);
    const callback = (bytes: number) => {
      taken += bytes;
      return false;
    };
    const socket = ask(paths.large, { buffer, callback });
    const takeMore = setInterval(() => socket.resume(), (1000 * buffer.length) / bytesPerSecond);
    const ended = closing(socket).then(() => {
      clearInterval(takeMore);
      return taken;
    });
    return { socket, ended };
  }
}
