import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request may use the chain, and how a browser is told so. */
export type CallerCheck = (headers: IncomingHttpHeaders) => { isAllowed: boolean; origin: string | null };

const localOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const extensionOrigin = /^(chrome|moz|safari-web)-extension:\/\/[\w-]+$/;

/**
 * Programs of this machine, pages of this machine and of the site, and wallets in the browser may ask. A page of another
 * site says where it is from and is refused, also when its name was made to point here: then the host is its own.
 */
export function createCallerCheck(port: number, siteOrigin: string | null): CallerCheck {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  return ({ host, origin }) => {
    const isAllowedOrigin =
      origin === undefined ||
      origin === siteOrigin ||
      localOrigin.test(origin) ||
      extensionOrigin.test(origin);
    return { isAllowed: hosts.has(host ?? '') && isAllowedOrigin, origin: origin ?? null };
  };
}
