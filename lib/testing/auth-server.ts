import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

type Answer = { status: number; body: unknown };

/** Answers for Auth and `touch_session` over real HTTP with real ES256 keys, in cases that a working backend never shows. */
export type AuthServer = {
  url: string;
  /** Requests to Auth so far, as `METHOD path`. */
  calls: string[];
  touches: unknown[];
  signingKey: CryptoKey;
  publicKey: JWK;
  /** Mutable: the responses to the next calls. */
  answers: {
    keySet: (headers: IncomingHttpHeaders) => Answer;
    user: (headers: IncomingHttpHeaders) => Answer;
    /** Auth's discovery document; older versions have none. */
    discovery: (headers: IncomingHttpHeaders) => Answer;
    refresh: (refreshToken: string, headers: IncomingHttpHeaders) => Answer | Promise<Answer>;
    /** Whether `account_sessions` accepts the refreshed session. */
    touch: (headers: IncomingHttpHeaders) => Answer;
  };
  signToken(claims?: Record<string, unknown>, header?: { kid?: string }): Promise<string>;
  stop(): Promise<void>;
};

export async function startAuthServer(): Promise<AuthServer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'ES256', use: 'sig' };
  const server = createServer((request, response) => void answerRequest(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const authServer: AuthServer = {
    url,
    calls: [],
    touches: [],
    signingKey: privateKey,
    publicKey: jwk,
    answers: {
      keySet: () => ({ status: 200, body: { keys: [jwk] } }),
      discovery: () => ({ status: 404, body: {} }),
      user: () => ({ status: 403, body: { code: 'bad_jwt', message: '' } }),
      refresh: () => ({ status: 400, body: { code: 'refresh_token_not_found', message: '' } }),
      touch: () => ({ status: 200, body: true }),
    },
    signToken: (claims = {}, header = {}) =>
      new SignJWT({ ...validClaims(url), ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'key-1', typ: 'JWT', ...header })
        .sign(privateKey),
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
  return authServer;

  async function answerCall(
    { pathname: path, search }: URL,
    body: string,
    headers: IncomingHttpHeaders,
  ): Promise<Answer> {
    if (path.endsWith('/jwks.json')) return authServer.answers.keySet(headers);
    if (path.endsWith('/openid-configuration')) return authServer.answers.discovery(headers);
    if (path.endsWith('/logout')) return { status: 204, body: null };
    if (path.endsWith('/user')) return authServer.answers.user(headers);
    if (path + search !== '/auth/v1/token?grant_type=refresh_token') return { status: 404, body: {} };
    return authServer.answers.refresh(JSON.parse(body).refresh_token, headers);
  }

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '/', url);
    const sent = await readText(request);
    const isTouch = asked.pathname.endsWith('/rpc/touch_session');
    if (isTouch) authServer.touches.push(JSON.parse(sent));
    else authServer.calls.push(`${request.method} ${asked.pathname}`);
    const { status, body } = isTouch
      ? authServer.answers.touch(request.headers)
      : await answerCall(asked, sent, request.headers);
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(body));
  }
}

/** Starts one, and points the tested code at it. */
export async function pointAtAuthServer(): Promise<AuthServer> {
  const auth = await startAuthServer();
  process.env.SUPABASE_URL = auth.url;
  process.env.SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_test';
  process.env.SUPABASE_SECRET_KEY = 'sb_secret_test';
  return auth;
}

/**
 * For a whole test file: each test has its own Auth server, and fresh modules, since a process keeps its key set and what it has logged.
 * @param open imports the modules
 */
export function authServerOfEachTest(open: (auth: AuthServer) => Promise<void>): void {
  let auth: AuthServer;
  beforeEach(async () => {
    auth = await pointAtAuthServer();
    jest.resetModules();
    globalThis.countersign = undefined;
    await open(auth);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    jest.useRealTimers();
    await auth.stop();
  });
}

function validClaims(url: string): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: `${url}/auth/v1`,
    aud: 'authenticated',
    sub: randomUUID(),
    session_id: randomUUID(),
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: now }],
    email: 'ada@example.com',
    iat: now,
    exp: now + 3600,
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
