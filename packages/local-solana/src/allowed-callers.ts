import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request may use the chain. */
export type CallerCheck = (headers: IncomingHttpHeaders) => boolean;

const localOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const extensionOrigin = /^(chrome|moz|safari-web)-extension:\/\/[\w-]+$/;

/**
 * Allows programs and pages of this machine, the site's pages, and wallets that are browser extensions. Checking the host
 * too refuses pages whose name resolves to this machine (DNS rebinding).
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
