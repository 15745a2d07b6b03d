import { withoutConfiguration } from '../../scripts/stack/configuration.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { startApp } from '../../scripts/stack/start-app.ts';
import { buildFolder } from '../fixtures/app-under-test.ts';
import { startStubDatabase } from '../fixtures/stub-database.ts';
import { expect, test } from '../fixtures/test.ts';

const usable = {
  SUPABASE_URL: 'http://127.0.0.1:9',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
  SUPABASE_SECRET_KEY: 'sb_secret_test',
};

test('a project that signs with a shared secret starts, and is told that this is slower, and why', async () => {
  const project = await startStubDatabase({ keys: [] });
  const app = await startApp({
    mode: 'start',
    port: await findFreePort(),
    buildFolder,
    environment: { ...withoutConfiguration(process.env), ...usable, SUPABASE_URL: project.url },
  });
  try {
    await expect.poll(() => app.errorOutput()).toMatch(/shared secret \(HS256\).*slower.*Project settings/);
    // Nor was it said whether a proxy is in front, which it says too.
    expect(app.errorOutput().match(/TRUSTED_PROXY_HEADER is not set, so .* set it to none/g)).toHaveLength(1);
  } finally {
    await app.stop();
    await project.stop();
  }
});
