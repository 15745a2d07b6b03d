import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from '../e2e/fixtures/test.ts';

// Auth connects only to public https addresses, so this can't test a complete sign-in.
test('Supabase Auth: registers endpoints that this site has', async ({ addresses }) => {
  const asked: { path: string | undefined; key: string | undefined; body: Record<string, unknown> }[] = [];
  const project = createServer(async (request, response) => {
    const body = (await json(request)) as Record<string, unknown>;
    asked.push({ path: request.url, key: request.headers.authorization, body });
    response.end('{}');
  }).listen(0, 'localhost');
  await once(project, 'listening');
  try {
    const { port } = project.address() as AddressInfo;
    await promisify(execFile)('sh', [join(import.meta.dirname, 'supabase.sh')], {
      env: {
        ...process.env,
        ISSUER: addresses.siteUrl,
        CLIENT_ID: 'app_1',
        CLIENT_SECRET: 'cs_1',
        SUPABASE_URL: `http://localhost:${port}`,
        SUPABASE_SECRET_KEY: 'sb_secret_1',
      },
    });
  } finally {
    project.close();
  }
  const described = await (await fetch(`${addresses.siteUrl}/.well-known/openid-configuration`)).json();
  expect(asked).toEqual([
    {
      path: '/auth/v1/admin/custom-providers',
      key: 'Bearer sb_secret_1',
      body: expect.objectContaining({
        client_id: 'app_1',
        client_secret: 'cs_1',
        authorization_url: described.authorization_endpoint,
        token_url: described.token_endpoint,
        userinfo_url: described.userinfo_endpoint,
      }),
    },
  ]);
  const { scopes } = asked[0]?.body ?? {};
  expect(described.scopes_supported).toEqual(expect.arrayContaining(scopes as string[]));
});
