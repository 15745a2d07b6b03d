import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createSiteServer } from '../site-server.ts';
import { attackUnread } from './attack-unread.ts';

// Starts a server, attacks it and writes the result to stdout as JSON. Run it in a network with small buffers.

/** The size of the site's largest script. */
const script = Buffer.alloc(410_000);
const sockets = new Set<Socket>();
const server = createSiteServer({
  siteUrl: 'http://localhost',
  findRoute: () => undefined,
  handle: (request, response) => response.end(request.url === '/large' ? script : 'small'),
});
server.on('connection', (socket) => {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const seen = await attackUnread({
  port: (server.address() as AddressInfo).port,
  large: '/large',
  small: '/',
  bytesPerSecond: 20_000,
  countUnread: () => [...sockets].filter(({ writableLength }) => writableLength > 0).length,
});
process.stdout.write(JSON.stringify(seen), () => process.exit());
