import { startAppOnBackend } from '../fixtures/app-on-backend.ts';
import { holdCalls } from '../fixtures/hold-calls.ts';
import { leaveOutOutside } from '../fixtures/leave-out.ts';
import { publishProof } from '../fixtures/public-proof.ts';
import { sendRaw } from '../fixtures/raw-request.ts';
import { openSignedInVisitor } from '../fixtures/signed-in-visitor.ts';
import { expect, test } from '../fixtures/test.ts';

test('a page asks the backend for all that it shows at once, and for nothing twice', async ({
  addresses,
}) => {
  leaveOutOutside('stands between an app and its backend');
  const { account } = await publishProof(addresses);
  const visitor = await openSignedInVisitor(addresses, account);
  const calls = await holdCalls(addresses.supabaseUrl);
  const app = await startAppOnBackend(
    { ...addresses, supabaseUrl: calls.url },
    { variables: { SUPABASE_JWT_ISSUER: `${addresses.supabaseUrl}/auth/v1` } },
  );
  const pages = {
    '/wallets': ['GET /rest/v1/live_wallets', 'GET /rest/v1/wallets'],
    '/activity': ['GET /rest/v1/accounts', 'GET /rest/v1/activity'],
    '/security': [
      'GET /auth/v1/admin/users/{id}/factors',
      'POST /rest/v1/rpc/describe_recovery_codes',
      'POST /rest/v1/rpc/describe_sign_in_methods',
      'POST /rest/v1/rpc/list_passkeys',
      'POST /rest/v1/rpc/list_sessions',
      'POST /rest/v1/rpc/list_unannounced_sign_in_methods',
    ],
  };
  try {
    const headers = { cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; ') };
    // What a server asks once: its keys, and whether passkeys fit it.
    await sendRaw(app.siteUrl, { path: '/account', headers });
    await sendRaw(app.siteUrl, { path: '/api/ready' });
    for (const [path, expected] of Object.entries(pages)) {
      calls.expect(expected.length);
      const { status } = await sendRaw(app.siteUrl, { path, headers });
      expect([path, status, calls.waves]).toEqual([path, 200, [expected]]);
    }
  } finally {
    await app.process.stop();
    await calls.stop();
  }
});
