import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const folder = import.meta.dirname;
/** What the page imports, and nothing else of this machine. */
const scripts = /^\/node_modules\/(openid-client|oauth4webapi|jose)\/[\w/.-]+\.js$/;

/**
 * Does `work` with browser-app.html shown at an address of its own, as a server for files does.
 * @param work `fillIn` puts into the page what its reader is told to.
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
