import { createServer, maxHeaderSize } from 'node:http';
import next from 'next';
import { environment, readEnvironment } from '../lib/env.ts';
import { hasTwoHosts, listOwnHosts } from './check-request.ts';
import { chooseHost, endGracefully, listen } from './listen.ts';
import { findCompiledRoute, readBuildFiles, readRoutes } from './next-formats/routes.ts';
import { createSiteServer } from './site-server.ts';

// Serves the build of the current folder, or its sources with NODE_ENV=development.

const read = readEnvironment(process.env);
if (!read.ok) {
  console.error(read.message);
  process.exit(1);
}
const { siteUrl, embedded, logRequests, shutdownDelayInMilliseconds } = environment();
const dev = process.env.NODE_ENV === 'development';
const port = Number(process.env.PORT?.trim() || 3000);
const host = chooseHost(process.env, embedded);
const buildFolder = process.env.NEXT_DIST_DIR ?? '.next';

const isOwnHost = dev || embedded ? listOwnHosts(siteUrl) : () => true;
const server = createSiteServer({
  siteUrl,
  log: logRequests,
  isOwnHost,
  // Apps on localhost share their cookies, which together exceed Node's limit.
  nodeOptions: dev || embedded ? { maxHeaderSize: 4 * maxHeaderSize } : {},
  ...(dev
    ? { findRoute: findCompiledRoute(buildFolder) }
    : { findRoute: readRoutes(buildFolder), isMissingFile: readBuildFiles(buildFolder) }),
  handle: (request, response) => answer(request, response),
});
/** Gets the upgrade requests by which Next.js's development server reloads pages. Unused with a build: they would stay open forever. */
const upgrades = createServer();
if (dev)
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (hasTwoHosts(request) || !isOwnHost(request.headers.host))
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    // Next.js adds its listener with the first request.
    else if (!upgrades.emit('upgrade', request, socket, head)) socket.destroy();
  });
const app = next({
  dev,
  port,
  // Next.js's own name for this server; a wildcard address isn't one.
  hostname: host === undefined || ['0.0.0.0', '::'].includes(host) ? 'localhost' : host,
  httpServer: upgrades,
});
try {
  await app.prepare();
  await listen(server, port, host);
} catch (error) {
  console.error(error);
  process.exit(1);
}
const answer = app.getRequestHandler();
// The development server has nothing to finish, and its pages' connections never close.
if (!dev)
  endGracefully(server, { delayInMilliseconds: shutdownDelayInMilliseconds, close: () => app.close() });
