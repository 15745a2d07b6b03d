import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { answerCaptcha } from './answer-captcha.ts';
import type { AuthApp } from './auth/caller.ts';
import type { SigningKeys } from './auth/signing-keys.ts';
import type { Captcha } from './core/captcha.ts';
import type { ApiKeys } from './core/data-folder.ts';
import { createDatabaseOutage, type DatabaseOutage } from './database-outage.ts';
import { answerHeldMails, type MailServer } from './mail/mail-server.ts';
import type { Rest } from './rest.ts';
import { readRestClaims } from './rest-claims.ts';
import { rotateKey } from './rotate-key.ts';

interface GatewayParts {
  port: number;
  apiKeys: ApiKeys;
  auth: AuthApp;
  rest: Rest;
  signingKeys: SigningKeys;
  mailbox: (request: Request) => Promise<Response>;
  mailServer: MailServer;
  captcha: Captcha | null;
}

/** `ip` is the connection's address. */
export type Gateway = (request: Request, ip: string) => Promise<Response>;

/** Bytes. Far above any request of supabase-js. */
const largestBody = 1_000_000;

const openPaths = /^\/auth\/v1\/(verify|callback|authorize|health|\.well-known\/jwks\.json)$/;

/** The entry point: checks host, API key and size, then routes to Auth, REST or the mailbox. */
export function createGateway(parts: GatewayParts): Gateway {
  const hosts = new Set([`127.0.0.1:${parts.port}`, `localhost:${parts.port}`]);
  const outage = createDatabaseOutage();
  return async (request, ip) => {
    const url = new URL(request.url);
    // Blocks DNS rebinding: a page whose host name resolves here sends that name.
    if (!hosts.has(request.headers.get('host') ?? '')) return refuse(403, 'This host is not served here.');
    if (/^\/mailbox(\.json)?$/.test(url.pathname)) return parts.mailbox(request);
    if (url.pathname.startsWith('/local/captcha/')) return answerCaptcha(parts.captcha, request);
    if (/^\/local\/(rotate-key|held-mails|database-outage)$/.test(url.pathname)) {
      const isServer = isSame(request.headers.get('apikey'), parts.apiKeys.secret);
      if (!isServer) return refuse(401, 'This needs the secret key.');
      if (url.pathname.endsWith('database-outage')) return outage.control(request);
      return url.pathname.endsWith('rotate-key')
        ? rotateKey(parts.signingKeys, request)
        : answerHeldMails(parts.mailServer, request);
    }
    const isAuth = url.pathname.startsWith('/auth/v1/');
    if (!isAuth && !url.pathname.startsWith('/rest/v1/'))
      return refuse(404, 'no Route matched with those values');
    if (request.method === 'OPTIONS') return answerPreflight(request);
    return allowAnyOrigin(await route(parts, { request, url, ip, isAuth, outage }));
  };
}

interface RoutedRequest {
  request: Request;
  url: URL;
  ip: string;
  isAuth: boolean;
  outage: DatabaseOutage;
}

async function route(parts: GatewayParts, routed: RoutedRequest): Promise<Response> {
  const { request, url, ip, isAuth, outage } = routed;
  const key = request.headers.get('apikey') ?? url.searchParams.get('apikey');
  const isServer = isSame(key, parts.apiKeys.secret);
  if (!isServer && !isSame(key, parts.apiKeys.publishable) && !openPaths.test(url.pathname)) {
    return key === null
      ? refuse(401, 'No API key found in request', 'No `apikey` request header or url param was found.')
      : refuse(401, 'Invalid API key', 'Double check your Supabase `apikey`');
  }
  if (isServer && /^\s*Mozilla\s*\/\s*5\s*\.\s*0/i.test(request.headers.get('user-agent') ?? '')) {
    return refuse(401, 'Forbidden use of secret API key in browser');
  }
  const body = await readWholeBody(request);
  if (body === 'too large') return refuse(413, 'The request body is too large.');

  const unavailable = outage.answerInOutage(url.pathname);
  if (unavailable) return unavailable;

  const headers = new Headers(request.headers);
  const token = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const personsToken = token?.startsWith('sb_') ? undefined : token;
  if (personsToken === undefined) headers.delete('authorization');
  url.searchParams.delete('apikey');
  // The signal tells Auth that the client has disconnected.
  const inner = new Request(url, { method: request.method, headers, body, signal: request.signal });
  if (isAuth) {
    const forwarded = isServer ? readForwardedAddress(headers) : undefined;
    return parts.auth.fetch(inner, { isServer, ip: forwarded ?? ip });
  }
  if (personsToken === undefined) return parts.rest(inner, { role: isServer ? 'service_role' : 'anon' });
  const claims = await readRestClaims(parts.signingKeys, personsToken);
  return claims instanceof Response ? claims : parts.rest(inner, claims);
}

/** The user's address, which the project's server sends: the first of the list. Undefined if it isn't an IP address. */
function readForwardedAddress(headers: Headers): string | undefined {
  const first = (headers.get('sb-forwarded-for') ?? '').split(',')[0]?.trim() ?? '';
  return isIP(first) === 0 ? undefined : first;
}

/** Called before any lock is taken, so that a slow client blocks only itself. */
async function readWholeBody(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined | 'too large'> {
  if (request.body === null) return undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.length;
    if (bytes > largestBody) return 'too large';
    chunks.push(chunk);
  }
  return bytes === 0 ? undefined : Buffer.concat(chunks);
}

function isSame(given: string | null, expected: string): boolean {
  if (given === null) return false;
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function refuse(status: number, message: string, hint?: string): Response {
  return Response.json({ message, hint }, { status });
}

/** A hosted project allows any origin for Auth and REST, because only key and token authorize a request, never cookies. */
function allowAnyOrigin(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('access-control-allow-origin', '*');
  headers.set(
    'access-control-expose-headers',
    'Content-Range, Content-Location, Preference-Applied, X-Total-Count, Link, X-Supabase-Api-Version',
  );
  return new Response(response.body, { status: response.status, headers });
}

function answerPreflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
    },
  });
}
