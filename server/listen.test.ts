import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, isIPv6 } from 'node:net';
import { chooseHost, listen } from './listen';

async function hasIpv6(): Promise<boolean> {
  const server = createTcpServer();
  const isThere = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(0, '::1', () => resolve(true));
  });
  server.close();
  return isThere;
}

it.each(['127.0.0.1', '::1'])(
  'a server that listens on %s answers on both addresses of localhost, until it ends',
  async (address) => {
    if (address === '::1' && !(await hasIpv6())) return;
    const server = createServer((_request, response) => response.end('here'));
    await listen(server, 0, address);
    const { port } = server.address() as AddressInfo;
    const ask = async (host: string) =>
      (await fetch(`http://${host}:${port}`, { headers: { connection: 'close' } })).text();
    // The other address first: it has had no connection before.
    const [other, own] = isIPv6(address) ? ['127.0.0.1', '[::1]'] : ['[::1]', '127.0.0.1'];
    if (await hasIpv6()) expect(await ask(other)).toBe('here');
    expect(await ask(own)).toBe('here');
    await new Promise((closed) => server.close(closed));
    await expect(ask('[::1]')).rejects.toThrow('fetch failed');
  },
);

it('a port in use is an error', async () => {
  const first = createServer();
  await listen(first, 0, '127.0.0.1');
  const { port } = first.address() as AddressInfo;
  await expect(listen(createServer(), port, '127.0.0.1')).rejects.toThrow('EADDRINUSE');
  first.close();
});

test('with the local backend the site listens on localhost only', () => {
  for (const LISTEN_HOST of [undefined, ' ', 'localhost', '127.0.0.1', '::1'])
    expect(chooseHost({ LISTEN_HOST }, true)).toBe('localhost');
});

test('a configured site listens on all addresses, and LISTEN_HOST decides for both', () => {
  expect(chooseHost({}, false)).toBeUndefined();
  for (const isEmbedded of [true, false])
    expect(chooseHost({ LISTEN_HOST: '0.0.0.0' }, isEmbedded)).toBe('0.0.0.0');
});
