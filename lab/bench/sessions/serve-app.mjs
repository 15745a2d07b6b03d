import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProcess } from '../../../scripts/process/start-process.ts';
import { inProject, projectFolder } from '../../../scripts/project-folder.ts';
import { withoutConfiguration } from '../../../scripts/stack/configuration.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';

/** As with `npm start`, so that no connection closes just as a client sends a request over it. */
const keepAliveMilliseconds = 65_000;

/** Serves a build on a free port, without a request log. @param page the path to measure; `url` includes it */
export async function serveApp(folder, page, variables) {
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  // This site has its own server; the starter uses Next.js's.
  const site = join(resolve(folder), 'server/main.ts');
  const app = startProcess({
    name: 'An app of the bench',
    // The site reads its build from the working directory.
    folder,
    nodeArguments: [
      inProject('scripts/process/end-with-parent.mjs'),
      ...(existsSync(site)
        ? [site]
        : [
            // The published starter has its own packages.
            join(
              existsSync(join(folder, 'node_modules')) ? folder : projectFolder,
              'node_modules/next/dist/bin/next',
            ),
            ...['start', folder, '-p', String(port), '--keepAliveTimeout', String(keepAliveMilliseconds)],
          ]),
    ],
    environment: {
      ...withoutConfiguration(process.env),
      ...{
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        LOG_REQUESTS: '0',
        SITE_URL: siteUrl,
        PORT: String(port),
      },
      ...variables,
    },
  });
  while (!(await isListening(siteUrl))) {
    if (app.hasEnded()) throw new Error(`An app ended before it was ready:\n${app.output()}`);
    await setTimeout(100);
  }
  return { url: siteUrl + page, pid: app.pid, stop: () => app.stop() };
}

async function isListening(url) {
  try {
    await (await fetch(url, { redirect: 'manual' })).text();
    return true;
  } catch (error) {
    if (error.cause?.code === 'ECONNREFUSED') return false;
    throw error;
  }
}
