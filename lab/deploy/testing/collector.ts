import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number | string };
type SentSpan = { name: string; attributes: Array<{ key: string; value: Value }>; events?: unknown[] };
type Sent = {
  resourceSpans: Array<{
    resource: { attributes: Array<{ key: string; value: Value }> };
    scopeSpans: Array<{ spans: SentSpan[] }>;
  }>;
};

export type Collector = {
  url: string;
  /** The unparsed bodies of all requests. */
  bodies: string[];
  paths: string[];
  spans(): SentSpan[];
  stop(): void;
};

/** Receives traces by OTLP over HTTP as JSON, and keeps them. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    paths.push(request.url ?? '');
    bodies.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    paths,
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
