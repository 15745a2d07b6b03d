import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '../lib/errors.ts';
import { isFilePath, isMachinePath, isReadablePath, refuseRequest } from '../lib/http/refuse-request.ts';
import { isRouterState } from './next-formats/is-router-state.ts';
import { refuseBody } from './next-formats/refuse-body.ts';
import type { FindRoute } from './next-formats/routes.ts';

/** Methods allowed for files and pages. API routes check others themselves. */
const fileMethods = ['GET', 'HEAD'];
const pageMethods = [...fileMethods, 'POST'];
const dataMethods = [...pageMethods, 'OPTIONS', 'PUT', 'PATCH', 'DELETE'];

const routerStateHeader = 'next-router-state-tree';

/** Whether a `Host` header names this site. */
export type IsOwnHost = (host: string | undefined) => boolean;

/** The site's own name and loopback: protects local servers against pages whose host resolves to this machine (DNS rebinding). */
export function listOwnHosts(siteUrl: string): IsOwnHost {
  const names = new Set([new URL(siteUrl).hostname, 'localhost', '127.0.0.1', '[::1]']);
  return (host) => names.has((host ?? '').replace(/:\d*$/, '').toLowerCase());
}

/** Node keeps the first of two `Host` headers and ignores the second. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

type HeadRules = {
  largestBodyInBytes: number;
  isOwnHost: IsOwnHost;
  isMissingFile: (pathname: string) => boolean;
};

/** Refuses by host, method, path, router state and announced length, before reading the body. @returns null to continue. */
export function refuseHead(
  request: IncomingMessage,
  { largestBodyInBytes, isOwnHost, isMissingFile }: HeadRules,
): { code: ErrorCode; headers?: Record<string, string> } | null {
  const { url = '', method = '', headers } = request;
  if (hasTwoHosts(request)) return { code: 'request.malformed' };
  if (!isOwnHost(headers.host)) return { code: 'request.wrong_host' };
  const isData = url.startsWith('/api/') || isMachinePath(pathOf(url));
  const methods = isFilePath(pathOf(url)) ? fileMethods : isData ? dataMethods : pageMethods;
  if (!methods.includes(method)) {
    const code = isData ? 'api.method_not_allowed' : 'request.method_not_allowed';
    return { code, headers: { allow: methods.join(', ') } };
  }
  // Only proxies accept absolute-form targets.
  if (!url.startsWith('/')) return { code: 'request.malformed' };
  if (!isReadablePath(pathOf(url))) return { code: 'request.not_found' };
  if (isMissingFile(pathOf(url))) return { code: 'request.not_found' };
  const state = headers[routerStateHeader];
  if (state !== undefined && !isRouterState(String(state))) return { code: 'request.malformed' };
  if (Number(headers['content-length'] ?? 0) > largestBodyInBytes) return { code: 'request.too_large' };
  return null;
}

/** Refuses what the middleware refuses, and bodies that Next.js can't read. @returns null to continue. */
export function refuseWhole(
  { url = '', method = '', headers }: IncomingMessage,
  body: Buffer,
  { siteUrl, findRoute }: { siteUrl: string; findRoute: FindRoute },
): ErrorCode | null {
  const { origin, 'content-type': contentType = '', 'content-length': length, ...others } = headers;
  const named = others['next-action'];
  const actionId = Array.isArray(named) ? named.join() : named;
  const facts = new Map([['content-type', contentType]]);
  if (origin !== undefined) facts.set('origin', origin);
  if (length !== undefined) facts.set('content-length', length);
  if (actionId !== undefined) facts.set('next-action', actionId);
  const pathname = pathOf(url);
  const refused = refuseRequest({ method, pathname, headers: facts, siteUrl });
  if (refused || method !== 'POST') return refused;
  return refuseBody({ contentType, actionId, body, route: findRoute(pathname) });
}

export function pathOf(url: string): string {
  return url.split('?')[0] ?? '';
}
