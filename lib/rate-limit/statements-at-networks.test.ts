import { connectClient, holdBackend, makeWallet, startLocalSupabase } from 'local-supabase/testing';
import { signUpPerson } from '../../supabase/testing/person';
import { pointSiteAt } from '../testing/point-site-at';
import { openWalletServer, switchBrowser, switchNetwork, switchToSession } from '../testing/wallet-visitor';

const lookInside = `
-- So that a window of a minute is still open when a slow machine has made its attempts.
create function countersign.test_lengthen_windows(p_kind text, p_attempts integer) returns void
language sql security definer set search_path = '' as
  $$ update countersign_private.rate_limits
     set window_ends_at = now() + interval '1 hour', attempts = attempts + p_attempts where kind = p_kind $$;
`;

const backend = holdBackend(() =>
  startLocalSupabase({ extraMigrations: { '20990101000000_look_inside.sql': lookInside } }),
);
beforeAll(() => {
  pointSiteAt(backend);
  process.env.TRUSTED_PROXY_HEADER = 'X-Forwarded-For';
});

async function lengthenWindows(kind: string, attempts: number): Promise<void> {
  const { error } = await connectClient(backend, backend.secretKey).rpc('test_lengthen_windows', {
    p_kind: kind,
    p_attempts: attempts,
  });
  if (error) throw error;
}

const tooMany = { ok: false, code: 'auth.too_many_attempts' };

test("requesting a wallet's statements endlessly exhausts the client's own network, and not the wallet's owner", async () => {
  const server = await openWalletServer();
  const { address } = makeWallet();
  switchBrowser();
  switchNetwork('192.0.2.66');
  const ask = () => server.issue({ address, method: 'sign_message' });
  expect((await ask()).ok).toBe(true);
  await lengthenWindows('wallet_sign_in', 0);
  const answers = [];
  for (let count = 1; count < 13; count++) answers.push((await ask()).ok);
  expect(answers.filter(Boolean)).toHaveLength(9);
  switchNetwork('192.0.2.66, 198.51.100.1');
  expect((await ask()).ok).toBe(true);
  switchNetwork('198.51.100.1, 192.0.2.66');
  expect(await ask()).toMatchObject(tooMany);
});

test('a network that has used up its statements holds up no other network', async () => {
  const { issueChallenge } = await import('../proofs/issue-challenge');
  const { actingViewer } = await import('../session/viewer');
  switchToSession((await signUpPerson(backend)).session);
  const acting = await actingViewer();
  if (!acting.ok) throw new Error(acting.code);
  const { viewer } = acting;
  const { address } = makeWallet();
  const ask = () => issueChallenge({ viewer, purpose: 'prove', method: 'sign_message', address });
  switchNetwork('2001:db8:66::1');
  expect((await ask()).ok).toBe(true);
  await lengthenWindows('challenge', 299);
  switchNetwork('2001:db8:66::2');
  expect(await ask()).toMatchObject(tooMany);
  switchNetwork('2001:db8:67::2');
  expect((await ask()).ok).toBe(true);
});
