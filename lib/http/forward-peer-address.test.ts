import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forwardPeerAddress, readPeer } from './forward-peer-address';
import { peerHeader } from './request-headers';

/** The headers of a request with these headers, as the server passes them on. */
function send(
  path: string,
  headers: Record<string, string | string[]>,
  forward = forwardPeerAddress,
): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    const server = createServer((incoming, answer) => {
      answer.end();
      forward(incoming);
      resolve(incoming.headers);
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const sent = request({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
        answer.resume().once('end', () => server.close());
      });
      sent.once('error', reject).end();
    });
  });
}

const peerOf = (headers: IncomingHttpHeaders) =>
  readPeer(new Headers({ [peerHeader]: String(headers[peerHeader]) }));

test("a client's header is ignored if this server didn't write it", async () => {
  for (const forged of [
    '192.0.2.66',
    ` 192.0.2.66`,
    `${crypto.randomUUID()} 192.0.2.66`,
    'undefined 192.0.2.66',
  ]) {
    expect(peerOf(await send('/', { [peerHeader]: forged }, () => undefined))).toBeNull();
  }
  expect(readPeer(new Headers())).toBeNull();
});

test("the connection's address replaces the client's header on every path", async () => {
  const forgeries: Record<string, string | string[]>[] = [
    {},
    { [peerHeader]: '192.0.2.66' },
    { [peerHeader.toUpperCase()]: ['192.0.2.66', '192.0.2.67'] },
    { 'x-forwarded-for': '192.0.2.66', forwarded: 'for=192.0.2.66' },
  ];
  for (const path of ['/', '/sign-in', '/_next/static/x.js', '/favicon.ico', '/api/health', '/%ff']) {
    for (const forged of forgeries) expect(peerOf(await send(path, forged))).toBe('127.0.0.1');
  }
  const own = String((await send('/', {}))[peerHeader]);
  // A client that learned the seal still couldn't forge the header, because its value is replaced.
  expect(readPeer(new Headers({ [peerHeader]: `${own}, 192.0.2.66` }))).toBeNull();
});

test("without a proxy's X-Forwarded-For, Next.js doesn't insert the connection's address", async () => {
  expect((await send('/', {}))['x-forwarded-for']).toBe('');
  expect((await send('/', { 'x-forwarded-for': '192.0.2.66' }))['x-forwarded-for']).toBe('192.0.2.66');
});
