import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const folder = import.meta.dirname;
/** Serves only the scripts that the page imports. */
const scripts = /^\/node_modules\/(openid-client|oauth4webapi|jose)\/[\w/.-]+\.js$/;

/**
 * Runs `work` while a static file server serves browser-app.html.
 * @param work `fillIn` replaces placeholders in the page, as its readers do
 */
export async function servePages(
  work: (url: string, fillIn: (values: Record<string, string>) => void) => Promise<void>,
): Promise<void> {
  let page = readFileSync(join(folder, 'browser-app.html'), 'utf8');
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/') return response.setHeader('content-type', 'text/html').end(page);
    if (!scripts.test(pathname) || pathname.includes('..')) return response.writeHead(404).end();
    response.setHeader('content-type', 'text/javascript').end(readFileSync(join(folder, pathname)));
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  try {
    await work(`http://localhost:${(server.address() as AddressInfo).port}`, (values) => {
      for (const [placeholder, value] of Object.entries(values)) page = page.replace(placeholder, value);
    });
  } finally {
    server.close().closeAllConnections();
  }
}
