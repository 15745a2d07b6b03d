import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Starts the site from the folder that `npm run image-folder` creates, which bundles this file with `server/`.
const folder = import.meta.dirname;
process.chdir(folder);
const { config } = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'));
process.env.NODE_ENV = 'production';
process.env.NEXT_TELEMETRY_DISABLED = '1';
process.env.NEXT_DIST_DIR = config.distDir;
process.env.PORT = process.env.PORT?.trim() || '3000';
process.env.SITE_URL ||= `http://localhost:${process.env.PORT}`;
// There is no next.config.mjs here. The server.js that Next.js generates for such a folder passes its settings the same way.
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
await import('../../server/main.ts');
