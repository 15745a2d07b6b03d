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
 * `node packages/local-supabase/src/testing/host.ts FOLDER`: the local Supabases of one of Jest's processes, all in
 * this one, so that the code of Node and Postgres, most of the work of a start, is compiled once. Sends its address to
 * the process that started it. When that ends, it removes the folder and ends too.
 */

export type Running = { url: string; smtpPort: number; publishableKey: string; secretKey: string };

type Hosted = { backend: Backend; data: PreparedData };

const folder = process.argv[2] ?? '';
const hosted = new Map<string, Hosted>();
const shared = new Map<string, Promise<Running>>();
let template: Promise<string> | undefined;

/** Answers to the tests, by the path of their request. */
const answers: Record<string, (given: never) => unknown> = {
  /** A backend of its own. */
  start,
  /** The backend of this name, started for the first test that asks. */
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
  /** The folder of a database with the project's migrations, to copy from. */
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

/** Imported at the first start only: most runs of a single test file need no backend. */
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

/** Part of the address, so that nobody else on this machine can start anything. */
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
