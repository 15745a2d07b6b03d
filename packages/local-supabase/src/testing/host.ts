import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { StartFailure } from '../core/start-failure.ts';
import type { Backend } from '../start-backend.ts';
import { databaseSources, hashSources, keepTemplate, templatePlace } from './kept-template.ts';
import { copyDatabase, type PreparedData, prepareData, type StartOptions } from './prepare-data.ts';

/**
 * `node packages/local-supabase/src/testing/host.ts FOLDER`: hosts all local Supabases of one Jest worker in this process, so
 * that the code of Node and Postgres, most of a start's time, is compiled once. Sends its address to its parent process;
 * when that ends, it deletes the folder and exits.
 */

export type Running = { url: string; smtpPort: number; publishableKey: string; secretKey: string };

type Hosted = { backend: Backend; data: PreparedData };

const folder = process.argv[2] ?? '';
const hosted = new Map<string, Hosted>();
const shared = new Map<string, Promise<Running>>();
let template: Promise<string> | undefined;

/** Handlers of the tests' requests, by path. */
const answers: Record<string, (given: never) => unknown> = {
  /** Starts a backend for one test file. */
  start,
  /** The backend of this name, started by the first test that requests it. */
  share: ({ name, options }: { name: string; options: StartOptions }) => {
    const running = shared.get(name) ?? start(options);
    shared.set(name, running);
    return running;
  },
  stop: async ({ url }: { url: string }) => {
    const stopped = hosted.get(url);
    hosted.delete(url);
    await stopped?.backend.close();
    stopped?.data.remove();
  },
  /** The folder of a migrated database, to copy from. */
  template: () => {
    template ??= findTemplate();
    return template;
  },
};

async function start(options: StartOptions): Promise<Running> {
  const data = await prepareData(folder, options, fill);
  try {
    const backend = await open(data.env);
    hosted.set(backend.url, { backend, data });
    const { publishable, secret } = backend.apiKeys;
    return { url: backend.url, smtpPort: backend.smtpPort, publishableKey: publishable, secretKey: secret };
  } catch (error) {
    data.remove();
    throw error;
  }
}

async function fill(dataFolder: string): Promise<void> {
  template ??= findTemplate();
  copyDatabase(await template, dataFolder);
}

function findTemplate(): Promise<string> {
  return keepTemplate(resolve(templatePlace), () => hashSources(databaseSources), makeTemplate);
}

async function makeTemplate(): Promise<string> {
  const dataFolder = join(folder, 'template');
  const data = await prepareData(folder, { dataFolder }, fill);
  const backend = await open(data.env);
  await backend.close();
  data.remove();
  return dataFolder;
}

/** Imported at the first start, since most runs of a single test file need no backend. */
async function open(env: PreparedData['env']): Promise<Backend> {
  const [{ readSettings }, { startBackend }] = await Promise.all([
    import('../core/settings.ts'),
    import('../start-backend.ts'),
  ]);
  return startBackend(readSettings(env));
}

async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const [, givenKey, name = ''] = (request.url ?? '').split('/');
  const perform = answers[name];
  if (givenKey !== key || !perform) return { status: 404, body: 'There is nothing here.' };
  try {
    return { status: 200, body: (await perform((await readJson(request)) as never)) ?? null };
  } catch (error) {
    if (error instanceof StartFailure) return { status: 422, body: error.message };
    return { status: 500, body: error instanceof Error ? error.stack : String(error) };
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** Part of the address, so that other users of this machine can't call it. */
const key = randomBytes(16).toString('hex');
const server = createServer(async (request, response) => {
  const { status, body } = await answer(request);
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(body));
});
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${key}`),
);
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
