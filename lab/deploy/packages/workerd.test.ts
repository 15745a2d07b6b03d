import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { siteUrl } from 'local-supabase/testing';
import { openVisit, person, settings, wallet } from '../../../packages/countersign/src/testing/visit';
import { buildPackage } from '../../../scripts/packages/build-package';
import { installTool } from '../../../scripts/prepare/install-tool';
import { inProject } from '../../../scripts/project-folder';
import { findFreePort } from '../../../scripts/stack/ports';
import { type Program, startProgram } from '../testing/start-program';
import { addresses, createCountersign, sites } from './app-in-workerd';

// The attacks on the package are tried again, on the packed one in Cloudflare's runtime, without its compatibility with Node.
jest.mock('countersign/server', () => jest.requireActual('./app-in-workerd'));

import '../../../lib/oidc/package-for-apps.test';

const tool = inProject('lab', 'programs', 'workerd');

/** Calls the site of the app that a request names. A site that is down drops the connection. */
const site = createServer(async (request, response) => {
  const {
    'x-app': app = '',
    host: _,
    connection: __,
    'transfer-encoding': ___,
    ...headers
  } = request.headers;
  const body = request.method === 'GET' ? undefined : new Uint8Array(await buffer(request));
  const asked = { method: request.method, headers: headers as Record<string, string>, body };
  try {
    const answer = await sites.get(String(app))?.(`${siteUrl}${request.url}`, asked);
    const sent = new Headers(answer?.headers);
    // Of the body before `answerPublicDocument` changed it.
    sent.delete('content-length');
    response.writeHead(answer?.status ?? 404, [...sent].flat());
    response.end(new Uint8Array((await answer?.arrayBuffer()) ?? []));
  } catch {
    response.destroy();
  }
});

let folder = '';
let workerd: Program;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-workerd-'));
  chmodSync(folder, 0o755);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await installTool(tool);
  jest.restoreAllMocks();
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, encoding: 'utf8' });
  const tarball = run('npm', 'pack', '--silent', await buildPackage('countersign')).trim();
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const { devDependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const hono = `hono@${devDependencies.hono}`;
  run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball), hono);
  writeFileSync(join(folder, 'app.mjs'), readFileSync(join(__dirname, 'serve-app.mjs')));
  // As Wrangler bundles an app.
  run(
    join(tool, 'node_modules/esbuild/bin/esbuild'),
    ...['app.mjs', '--bundle', '--format=esm', '--conditions=workerd,worker,browser', '--outfile=worker.mjs'],
  );
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const port = await findFreePort();
  addresses.site = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  addresses.worker = `http://127.0.0.1:${port}`;
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "app", worker = (
      modules = [(name = "worker", esModule = embed "worker.mjs")],
      compatibilityDate = "2024-11-11",
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "app")],
);`,
  );
  const { default: path } = require(join(tool, 'node_modules/workerd')) as { default: string };
  workerd = await startProgram(path, ['serve', 'config.capnp'], { port, cwd: folder, env: {} });
});
afterAll(async () => {
  await workerd?.stop();
  await new Promise((closed) => site.close(closed).closeAllConnections());
  rmSync(folder, { recursive: true });
});

/** An app whose visitor's access token has expired, at a site that holds the first refresh. */
async function openExpired() {
  const opened = await openVisit(200, {}, { endsIn: 0 });
  const [began, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let refreshes = 0;
  const answers: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer: settings.issuer,
      token_endpoint: `${settings.issuer}/oauth/token`,
      userinfo_endpoint: `${settings.issuer}/oauth/userinfo`,
    },
    '/oauth/token': { access_token: 'a', token_type: 'bearer', expires_in: 600, refresh_token: 'next' },
    '/oauth/userinfo': { sub: person.sub },
    '/api/v1/wallets': { sub: person.sub, wallets: [{ ...wallet, proven_at: wallet.provenAt }] },
  };
  const app = createCountersign({
    ...opened.settings,
    async fetch(input) {
      const { pathname } = new URL(String(input));
      if (pathname === '/oauth/token' && ++refreshes === 1) {
        began.resolve();
        await held.promise;
      }
      return Response.json(answers[pathname] ?? {});
    },
  });
  const headers = { cookie: opened.cookieHeader, 'sec-fetch-mode': 'navigate' };
  const open = (path: string, signal?: AbortSignal) =>
    new Request(`https://app.example${path}`, { headers, ...(signal && { signal }) });
  return { app, open, began: began.promise, finish: held.resolve, countRefreshes: () => refreshes };
}

test("a refresh that ends with its visitor's request holds up no other request, and these refresh once", async () => {
  const { app, open, began, finish, countRefreshes } = await openExpired();
  const leaving = new AbortController();
  const left = app.requireWallet(open('/members', leaving.signal)).catch(() => 'left');
  await began;
  leaving.abort();
  expect(await left).toBe('left');
  const others = Array.from({ length: 5 }, () => app.requireWallet(open('/members')));
  for (const admission of await Promise.all(others)) expect(admission).toMatchObject({ ok: true });
  expect(countRefreshes()).toBe(2);
  finish();
});

test('countersign/hono admits a member, sets the cookie of a refresh, and signs out', async () => {
  const { app, open, finish } = await openExpired();
  finish();
  const admitted = await app.hono(open('/members'));
  expect(await admitted.json()).toMatchObject({ person: { sub: person.sub }, wallets: [wallet] });
  expect(admitted.headers.get('set-cookie')).toMatch(/^__Host-countersign-app_\w+=ey/);
  const stranger = await app.hono(
    new Request('https://app.example/members', { headers: { 'sec-fetch-mode': 'navigate' } }),
  );
  expect(stranger.headers.get('location')).toContain('/auth/sign-in?returnTo=%2Fmembers');
  const headers = { 'sec-fetch-site': 'same-origin' };
  const left = await app.hono(new Request('https://app.example/auth/sign-out', { method: 'POST', headers }));
  expect(left.status).toBe(303);
});
