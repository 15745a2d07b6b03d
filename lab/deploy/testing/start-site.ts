import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildApp, testBuildFolder } from '../../../scripts/prepare/build-app.ts';
import type { RunningProcess, Variables } from '../../../scripts/process/start-process.ts';
import { withoutConfiguration } from '../../../scripts/stack/configuration.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import { startApp } from '../../../scripts/stack/start-app.ts';
import { startBackend } from '../../../scripts/stack/start-backend.ts';

export type Site = {
  ports: number[];
  environment: Variables;
  /** In the order of the ports. */
  processes: RunningProcess[];
  mailboxUrl: string;
  /** Stops a process like an operator, starts it again, and resolves when it is healthy. */
  restart(index: 0 | 1): Promise<void>;
  /** The visitors' addresses that the processes have sent to Auth, latest last. */
  namedAddresses: string[];
  stop(): Promise<void>;
};

/**
 * Starts two processes of the site for a proxy, with the local backend as its project.
 * @param folder for the backend's data
 */
export async function startSite({ siteUrl, folder }: { siteUrl: string; folder: string }): Promise<Site> {
  await buildApp(testBuildFolder);
  const backendSettings = { ...withoutConfiguration(process.env), LOCAL_SUPABASE_BCRYPT_COST: '4' };
  const backend = await startBackend({
    ...{ port: await findFreePort(), smtpPort: await findFreePort() },
    ...{ siteUrl, dataFolder: join(folder, 'supabase'), environment: backendSettings },
  });
  const auth = await listenBetween(backend.url);
  const ports = [await findFreePort(), await findFreePort()];
  const environment = {
    ...withoutConfiguration(process.env),
    ...{ SUPABASE_URL: auth.url, SUPABASE_JWT_ISSUER: `${backend.url}/auth/v1` },
    ...{ SUPABASE_PUBLISHABLE_KEY: backend.publishableKey, SUPABASE_SECRET_KEY: backend.secretKey },
    // Enables the next variable: a busy machine isn't an outage.
    ...{ COUNTERSIGN_EMBEDDED: '1', LOCAL_BACKEND_TIMEOUT: '60' },
    ...{ SITE_URL: siteUrl, TRUSTED_PROXY_HEADER: 'X-Forwarded-For', LOG_REQUESTS: '1' },
  };
  const start = (port: number) =>
    startApp({ mode: 'start', port, host: 'localhost', buildFolder: testBuildFolder, environment });
  const processes = await Promise.all(ports.map(start));
  return {
    ...{ ports, environment, processes, mailboxUrl: backend.mailboxUrl, namedAddresses: auth.namedAddresses },
    async restart(index) {
      await processes[index]?.stop();
      processes[index] = await start(ports[index] ?? 0);
    },
    async stop() {
      await Promise.all(processes.map((one) => one.stop()));
      await auth.stop();
      await backend.process.stop();
    },
  };
}

/** A proxy to the backend that records the visitors' addresses sent to Auth. */
async function listenBetween(backendUrl: string) {
  const namedAddresses: string[] = [];
  const server = createServer((request, response) => {
    const named = request.headers['sb-forwarded-for'];
    if (typeof named === 'string') namedAddresses.push(named);
    const { method } = request;
    // The backend only accepts its own Host header.
    const headers = { ...request.headers, host: new URL(backendUrl).host };
    const upstream = send(`${backendUrl}${request.url}`, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    namedAddresses,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
