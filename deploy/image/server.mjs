import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Starts the site from the folder that `npm run image-folder` makes, as `npm start` does from a checkout. That command bundles it
// with `server/` into one file.
const folder = import.meta.dirname;
process.chdir(folder);
const { config } = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'));
process.env.NODE_ENV = 'production';
process.env.NEXT_TELEMETRY_DISABLED = '1';
process.env.NEXT_DIST_DIR = config.distDir;
process.env.PORT = process.env.PORT?.trim() || '3000';
process.env.SITE_URL ||= `http://localhost:${process.env.PORT}`;
// As the server.js that Next.js writes for such a folder has it: there is no next.config.mjs here.
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
await import('../../server/main.ts');
