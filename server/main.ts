import { createServer } from 'node:http';
import next from 'next';
import { environment, readEnvironment } from '../lib/env.ts';
import { chooseHost } from './choose-host.ts';
import { endGracefully } from './graceful-shutdown.ts';
import { listen } from './listen.ts';
import { findCompiledRoute, readRoutes } from './routes.ts';
import { createSiteServer } from './site-server.ts';

// Serves the build, or with NODE_ENV=development the sources, of the folder that it runs in.

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

const server = createSiteServer({
  siteUrl,
  log: logRequests,
  findRoute: dev ? findCompiledRoute(buildFolder) : readRoutes(buildFolder),
  handle: (request, response) => answer(request, response),
});
const app = next({
  dev,
  port,
  // What it calls itself within: an address that stands for all is none.
  hostname: host === undefined || ['0.0.0.0', '::'].includes(host) ? 'localhost' : host,
  // Where it listens for what asks for another protocol: the development server reloads by that. Connections that ask a finished
  // build for one would stay open for good, so there it gets a server that nobody reaches.
  httpServer: dev ? server : createServer(),
});
try {
  await app.prepare();
  await listen(server, port, host);
} catch (error) {
  console.error(error);
  process.exit(1);
}
const answer = app.getRequestHandler();
// The development server has nothing to finish, and connections to its pages that never end.
if (!dev)
  endGracefully(server, { delayInMilliseconds: shutdownDelayInMilliseconds, close: () => app.close() });
