import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Starts the site from the folder that `npm run image-folder` makes, as `npm start` does from a checkout: the same guards come
// from the build's own instrumentation. In the place of the server.js of Next.js, which listens on HOSTNAME, and that is the
// container's own name in a container.
const folder = import.meta.dirname;
process.chdir(folder);
const { config } = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'));
const port = Number(process.env.PORT?.trim() || 3000);
const host = process.env.LISTEN_HOST?.trim() || undefined;

process.env.NODE_ENV = 'production';
process.env.NEXT_TELEMETRY_DISABLED = '1';
process.env.NEXT_DIST_DIR = config.distDir;
process.env.PORT = String(port);
process.env.SITE_URL ||= `http://localhost:${port}`;
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);

const require = createRequire(import.meta.url);
require('next');
const { startServer } = require('next/dist/server/lib/start-server');
try {
  await startServer({
    dir: folder,
    isDev: false,
    // This machine is always `localhost`: scripts/stack/start-app.ts says why.
    hostname: host && /^(127(\.\d+){3}|::1)$/.test(host) ? 'localhost' : host,
    port,
    allowRetry: false,
    // Longer than the usual minute of balancers: whoever sends a request must not find the connection just closed.
    keepAliveTimeout: 65_000,
  });
} catch (error) {
  console.error(error);
  process.exit(1);
}
