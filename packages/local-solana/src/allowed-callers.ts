import type { IncomingHttpHeaders } from 'node:http';

export type CallerCheck = (headers: IncomingHttpHeaders) => boolean;

const localOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const extensionOrigin = /^(chrome|moz|safari-web)-extension:\/\/[\w-]+$/;

/**
 * Allows programs and pages of this machine, the site's pages, and browser extension wallets. Checking the host too blocks
 * DNS rebinding: pages of another site whose host name resolves to this machine.
 */
export function createCallerCheck(port: number, siteOrigin: string | null): CallerCheck {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  return ({ host, origin }) =>
    hosts.has(host ?? '') &&
    (origin === undefined ||
      origin === siteOrigin ||
      localOrigin.test(origin) ||
      extensionOrigin.test(origin));
}
