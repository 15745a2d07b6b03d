import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callAuth, createAccount } from '../../../e2e/fixtures/account.ts';
import { recordAsSite } from '../../../e2e/fixtures/record-session.ts';
import { withoutConfiguration } from '../../../scripts/stack/configuration.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import { startBackend } from '../../../scripts/stack/start-backend.ts';
import { startAuthProxy } from './auth-proxy.mjs';

/** Starts the local backend with an account, behind a proxy that counts. @returns `variables` for an app, `proxy`, `openSession()` and `stop()` */
export async function startAuth() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const [port, smtpPort] = [await findFreePort(), await findFreePort()];
  const backend = await startBackend({
    ...{ port, smtpPort, dataFolder: join(folder, 'supabase'), siteUrl: 'http://localhost:3000' },
    environment: withoutConfiguration(process.env),
  });
  const proxy = await startAuthProxy(backend.url);
  const { url: supabaseUrl, publishableKey, secretKey } = backend;
  const account = await createAccount({ supabaseUrl, secretKey });
  return {
    proxy,
    variables: {
      SUPABASE_URL: proxy.url,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      SUPABASE_JWT_ISSUER: `${supabaseUrl}/auth/v1`,
    },
    async openSession() {
      const session = await callAuth({ supabaseUrl, publishableKey }, 'token?grant_type=password', account);
      await recordAsSite({ supabaseUrl, secretKey }, session.access_token);
      return session;
    },
    async stop() {
      await proxy.stop();
      await backend.process.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
