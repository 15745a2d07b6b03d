import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../../../e2e/fixtures/account.ts';
import {
  callFunction,
  createWalletKey,
  openProver,
  proveWallet,
} from '../../../e2e/fixtures/prove-wallet.ts';
import { sendRaw } from '../../../e2e/fixtures/raw-request.ts';
import { fetchTokens } from '../../../e2e/fixtures/session-cookies.ts';
import { withoutConfiguration } from '../../../scripts/stack/configuration.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import { embeddedHost, embeddedSettings, startApp } from '../../../scripts/stack/start-app.ts';
import { startBackend } from '../../../scripts/stack/start-backend.ts';
import { packSession, writeCookieHeader } from '../sessions/browser.mjs';
import { startCountingProxy } from './counting-proxy.mjs';

const redirectUri = 'https://bench.example/callback';
const scope = 'openid email wallets offline_access';
const verifier = randomBytes(32).toString('base64url');
const hashText = (text) => hash('sha256', text, 'base64url');
/** A minute has limits for each app, which a bench would reach. */
const appCount = 16;
const codesOfCall = 200;

/**
 * A backend, an app of the build on it, and apps that someone lets in, with two wallets.
 * @returns `siteUrl`, `pid`, `calls` over REST, `seedCodes(count)`, the requests `exchange`, `refresh`, `readUserinfo` and
 * `introspect`, and `stop()`
 */
export async function openProvider() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const backend = await startBackend({
    ...{ port: await findFreePort(), smtpPort: await findFreePort(), siteUrl: 'http://localhost:3000' },
    dataFolder: join(folder, 'supabase'),
    environment: withoutConfiguration(process.env),
  });
  const proxy = await startCountingProxy(backend.url);
  const keys = { SUPABASE_PUBLISHABLE_KEY: backend.publishableKey, SUPABASE_SECRET_KEY: backend.secretKey };
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  const app = await startApp({
    ...{ mode: 'start', port, host: embeddedHost, buildFolder: process.env.NEXT_DIST_DIR ?? '.next-test' },
    environment: {
      ...withoutConfiguration(process.env),
      ...embeddedSettings(backend, siteUrl),
      SUPABASE_URL: proxy.url,
      SUPABASE_JWT_ISSUER: `${backend.url}/auth/v1`,
    },
  });
  const addresses = { ...backend, supabaseUrl: backend.url, siteUrl };
  const call = (name, parameters) => callFunction(addresses, name, parameters);
  const stop = async () => {
    await app.stop();
    await proxy.stop();
    await backend.process.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const account = await createAccount(addresses);
    const tokens = await fetchTokens(addresses, account);
    const cookie = writeCookieHeader(
      packSession(tokens, { withUser: false }, { ...keys, SUPABASE_URL: proxy.url }),
    );
    const person = await openProver(addresses, account);
    const wallets = [];
    for (let count = 0; count < 2; count++)
      wallets.push((await proveWallet(addresses, person, createWalletKey())).walletId);
    const apps = [];
    for (let count = 0; count < appCount; count++) apps.push(await letAppIn(call, person, wallets));
    const pattern = await readCode(call, siteUrl, apps[0], cookie);
    return {
      siteUrl,
      pid: app.pid,
      calls: proxy.calls,
      ...describeRequests({ call, apps, pattern }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function letAppIn(call, { userId, sessionId }, wallets) {
  const secret = randomBytes(32).toString('hex');
  const described = { name: 'Bench', redirect_uris: [redirectUri], is_confidential: true };
  const clientId = await call('add_oauth_client', { p_client: described, p_secret_hash: hashText(secret) });
  const grantId = await call('give_oauth_grant', {
    ...{ p_user_id: userId, p_session_id: sessionId, p_client_id: clientId, p_scopes: scope.split(' ') },
    ...{ p_wallet_ids: wallets, p_device: 'bench' },
  });
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  return { clientId, grantId, authorization };
}

/** What the provider stores for a code that a browser was given: the pattern for those that are seeded. */
async function readCode(call, siteUrl, { clientId }, cookie) {
  const address = new URL('/oauth/authorize', siteUrl);
  address.search = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirectUri, scope, response_type: 'code' },
    ...{ code_challenge: hashText(verifier), code_challenge_method: 'S256' },
  });
  const headers = { cookie, 'sec-fetch-mode': 'navigate' };
  const answer = await sendRaw(siteUrl, { path: address.pathname + address.search, headers });
  const code = new URL(answer.headers.location ?? siteUrl, siteUrl).searchParams.get('code');
  if (!code) throw new Error(`No code: ${answer.status} ${answer.headers.location} ${answer.text}`);
  const { item } = await call('begin_oauth_request', {
    ...{ p_client_id: null, p_item_hash: hashText(code), p_with_claims: false, p_user_id: null },
    ...{ p_session_id: null, p_kind: null, p_counters: [] },
  });
  return item.payload;
}

function describeRequests({ call, apps, pattern }) {
  const form = (app, path, fields) => ({
    ...{ path, method: 'POST', body: new URLSearchParams(fields).toString() },
    headers: { authorization: app.authorization, 'content-type': 'application/x-www-form-urlencoded' },
  });
  return {
    /** @returns codes as browsers bring them to their apps: `{ code, app }` */
    async seedCodes(count) {
      const codes = [];
      while (codes.length < count) {
        const some = Array.from({ length: Math.min(codesOfCall, count - codes.length) }, (_, at) => ({
          code: randomBytes(32).toString('base64url'),
          app: apps[(codes.length + at) % apps.length],
        }));
        const put = some.map(({ code, app }) => {
          const id = randomBytes(32).toString('base64url');
          return {
            ...{ kind: 'AuthorizationCode', id_hash: hashText(code), seconds: 3600 },
            payload: { ...pattern, clientId: app.clientId, grantId: id },
            authorization: { id, grant_id: app.grantId, scopes: scope.split(' ') },
          };
        });
        const changes = { end: [], use: [], drop: [], put, used: [] };
        const { isGood } = await call('commit_oauth_request', { p_changes: changes });
        if (!isGood) throw new Error('The codes were not stored.');
        codes.push(...some);
      }
      return codes;
    },
    exchange: ({ code, app }) =>
      form(app, '/oauth/token', {
        ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
      }),
    refresh: ({ refreshToken, app }) =>
      form(app, '/oauth/token', { grant_type: 'refresh_token', refresh_token: refreshToken }),
    introspect: ({ accessToken, app }) => form(app, '/oauth/introspect', { token: accessToken }),
    readUserinfo: ({ accessToken }) => ({
      path: '/oauth/userinfo',
      headers: { authorization: `Bearer ${accessToken}` },
    }),
    readWallets: ({ accessToken }) => ({
      path: '/api/v1/wallets',
      headers: { authorization: `Bearer ${accessToken}` },
    }),
    /** The route that everything is compared with: it makes one call to the database, which finds nothing. */
    askOnce: () => ({ path: `/api/v1/proofs/${crypto.randomUUID()}` }),
  };
}
