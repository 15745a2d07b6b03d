import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A replacement for an answer. `headers` are added to its own; null removes one. */
export type ReplacedAnswer = { status?: number; body?: unknown; headers?: Record<string, string | null> };

/**
 * Called for each request. Its result replaces the answer; the server behind sees the request only if it calls
 * `answer`. Undefined changes nothing.
 */
export type Alter = (
  request: { method: string; path: string; headers: IncomingMessage['headers']; body: string },
  answer: () => Promise<Answered>,
) => ReplacedAnswer | undefined | Promise<ReplacedAnswer | undefined>;

type Answered = { status: number; headers: Headers; text: string; body: unknown };

/** Starts a gateway in front of a server that changes some responses. */
export async function startAlteringGateway(behind: string): Promise<{
  url: string;
  /** Changes responses from now on. */
  alter(how: Alter): void;
  close(): Promise<void>;
}> {
  let how: Alter = () => undefined;
  const server = createServer((request, response) => {
    // An error in the test's `alter` becomes the response, so that the test shows it.
    answer(request, response).catch((error: unknown) => response.writeHead(599).end(String(error)));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { method = 'GET', url: path = '/', headers } = request;
    let asked: Promise<Answered> | undefined;
    const ask = () => {
      asked ??= fetchUpstream({ method, url: `${behind}${path}`, headers, body });
      return asked;
    };
    const instead = await how({ method, path, headers, body }, ask);
    const real = instead && !asked ? undefined : await ask();
    for (const [name, value] of real?.headers ?? [])
      if (!['content-length', 'content-encoding', 'transfer-encoding', 'connection'].includes(name))
        response.setHeader(name, value);
    for (const [name, value] of Object.entries(instead?.headers ?? {}))
      if (value === null) response.removeHeader(name);
      else response.setHeader(name, value);
    response.writeHead(instead?.status ?? real?.status ?? 200);
    response.end(instead && 'body' in instead ? JSON.stringify(instead.body) : (real?.text ?? ''));
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    alter: (next) => {
      how = next;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

async function fetchUpstream({ method, url, headers, body }: Asked): Promise<Answered> {
  const { host: _host, connection: _connection, 'content-length': _length, ...passed } = headers;
  const real = await fetch(url, {
    method,
    headers: passed as Record<string, string>,
    ...(body !== '' && { body }),
    redirect: 'manual',
  });
  const text = await real.text();
  return { status: real.status, headers: real.headers, text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
