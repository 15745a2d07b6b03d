import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { cacheControl } from './security-headers.ts';

/** A page is made for whoever asked, as HTML or as what the router makes it of. */
const pageTypes = /^text\/(html|x-component)\b/;

/**
 * Makes every page, and every answer that sets a cookie, one that no cache keeps and that is told apart by its
 * cookies, whatever it said before: a session that a cache hands to somebody else can't be taken back. It stands here,
 * below Next.js, because actions cannot set headers.
 */
export function setNoStore(): void {
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse };
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (...head: unknown[]) => {
      if (response.hasHeader('set-cookie') || pageTypes.test(String(response.getHeader('content-type')))) {
        response.setHeader('cache-control', cacheControl);
        response.appendHeader('vary', 'Cookie');
      }
      return writeHead(...head);
    };
  });
}
