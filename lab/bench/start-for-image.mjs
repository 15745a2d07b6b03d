import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutConfiguration } from '../../scripts/stack/configuration.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { startBackend } from '../../scripts/stack/start-backend.ts';

/**
 * Starts a backend for processes of the image's folder.
 * @returns it, its scratch folder, and the environment that such a process needs
 */
export async function startForImage(name) {
  const scratch = mkdtempSync(join(tmpdir(), `${name}-`));
  const siteUrl = 'http://localhost:3000';
  const backend = await startBackend({
    port: await findFreePort(),
    smtpPort: await findFreePort(),
    dataFolder: join(scratch, 'supabase'),
    siteUrl,
    environment: withoutConfiguration(process.env),
  });
  const environment = {
    ...withoutConfiguration(process.env),
    NODE_ENV: 'production',
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SITE_URL: siteUrl,
    LOG_REQUESTS: '0',
    TRUSTED_PROXY_HEADER: 'none',
  };
  return { backend, scratch, environment };
}
