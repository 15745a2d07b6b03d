import { decodeJwt } from 'jose';
import {
  connectClient,
  currentCode,
  enrol,
  firstPassword,
  makeEmail,
  makeWallet,
  type TestWallet,
} from 'local-supabase/testing';
import { accepted, addUser, callAsServer } from '../../supabase/testing/person';
import { siteOnBackend } from '../testing/point-site-at';
import { openWalletServer, readSignedIn, signInWallet, switchBrowser } from '../testing/wallet-visitor';

/** Whether the database accepts recorded sessions. */
const mockDatabase = { isAway: false };
// The server's own limit of 5 s is too short for a busy machine.
jest.mock('../supabase/fetch-backend', () => {
  const patient: typeof fetch = async (input, init) => {
    if (mockDatabase.isAway && String(input).endsWith('/rpc/record_session')) throw new TypeError('away');
    return fetch(input, { ...init, signal: null });
  };
  return { fetchBackend: patient, oneTry: { global: { fetch: patient }, db: { retry: false } } };
});

const backend = siteOnBackend();
beforeEach(() => {
  switchBrowser();
  mockDatabase.isAway = false;
});
afterEach(() => jest.restoreAllMocks());

type Recorded = { id: string; method: string }[];
const listRecorded = async (userId: string) =>
  accepted(await callAsServer<Recorded>(backend, 'test_list_recorded_sessions', { p_user_id: userId }));
const listAtAuth = async (userId: string) =>
  accepted(await callAsServer<string[]>(backend, 'test_list_sessions_at_auth', { p_user_id: userId }));

async function byPassword(email: string) {
  const { signInWithPassword } = await import('../auth/sign-in/sign-in-with-password');
  return signInWithPassword({ email, password: firstPassword });
}

async function byCode(email: string) {
  const { error } = await connectClient(backend).auth.signInWithOtp({ email });
  if (error) throw error;
  const { code } = await backend.newestMailTo(email);
  const { signInWithCode } = await import('../auth/sign-in/sign-in-by-email');
  return signInWithCode({ email, code: code ?? '', type: 'email', next: undefined });
}

async function byLink(email: string) {
  const { error } = await connectClient(backend).auth.signInWithOtp({ email });
  if (error) throw error;
  const { link } = await backend.newestMailTo(email);
  const { signInWithLink } = await import('../auth/sign-in/sign-in-by-email');
  return signInWithLink({
    token_hash: new URL(link ?? '').searchParams.get('token_hash') ?? '',
    type: 'magiclink',
    next: undefined,
  });
}

const away = { ok: false, code: 'backend.unavailable' };

describe.each([
  ['password', byPassword],
  ['code', byCode],
  ['link', byLink],
] as const)('a session that was opened by %s', (method, signIn) => {
  it('is recorded before a client gets it', async () => {
    const { id, email } = await addUser(backend);
    expect(await signIn(email)).toMatchObject({ ok: true });
    const held = await readSignedIn();
    expect(await listRecorded(id)).toEqual([{ id: held?.sessionId, method }]);
  });

  it('is ended and not handed out if it can’t be recorded', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { id, email } = await addUser(backend);
    mockDatabase.isAway = true;
    expect(await signIn(email)).toEqual(away);
    expect(await readSignedIn()).toBeNull();
    expect(await listAtAuth(id)).toEqual([]);
    expect(await listRecorded(id)).toEqual([]);
    expect(said.mock.calls.flat().join()).not.toContain(email);
  });
});

describe('a session that waits for its second factor', () => {
  async function protect(email: string): Promise<string> {
    const client = connectClient(backend);
    await client.auth.signInWithPassword({ email, password: firstPassword });
    const { factorId, secret } = await enrol(client);
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: currentCode(secret) });
    if (error) throw error;
    await client.auth.signOut();
    return secret;
  }

  it('is recorded when the wait begins, and reads nothing before the second factor', async () => {
    const { id, email } = await addUser(backend);
    await protect(email);
    expect(await byPassword(email)).toMatchObject({ ok: true, redirectTo: '/sign-in/second-factor' });
    const [waiting] = await listRecorded(id);
    expect(waiting).toMatchObject({ method: 'password' });
    const asked = { p_user_id: id, p_session_id: waiting?.id };
    expect((await callAsServer(backend, 'require_live_session', asked)).refusal).toBe(
      '403 auth.second_factor_required',
    );
  });

  it('doesn’t begin to wait if it can’t be recorded', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { id, email } = await addUser(backend);
    await protect(email);
    mockDatabase.isAway = true;
    expect(await byPassword(email)).toEqual(away);
    const { readPendingMfa } = await import('../auth/sign-in/finish-sign-in');
    expect(await readPendingMfa()).toBeNull();
    expect(await listAtAuth(id)).toEqual([]);
  });
});

describe('a session that a wallet opened', () => {
  async function enter(wallet: TestWallet) {
    return signInWallet(await openWalletServer(), wallet);
  }

  it('is recorded, for a new account and for one with an email', async () => {
    const wallet = makeWallet();
    const userId = String(await enter(wallet));
    const first = await readSignedIn();
    expect(await listRecorded(userId)).toEqual([{ id: first?.sessionId, method: 'wallet' }]);
    const email = makeEmail();
    await callAsServer(backend, 'test_give_email', { p_user_id: userId, p_email: email });
    switchBrowser();
    expect(await enter(wallet)).toBe(userId);
    const second = await readSignedIn();
    expect(await listRecorded(userId)).toEqual([
      { id: first?.sessionId, method: 'wallet' },
      { id: second?.sessionId, method: 'wallet' },
    ]);
  });

  it('is ended and proves nothing if it can’t be recorded', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const wallet = makeWallet();
    mockDatabase.isAway = true;
    expect(await enter(wallet)).toBe('backend.unavailable');
    expect(await readSignedIn()).toBeNull();
    const wallets = await callAsServer(backend, 'test_read_wallets', { p_address: wallet.address });
    expect(wallets.data).toBeNull();
    mockDatabase.isAway = false;
    expect(await enter(wallet)).toEqual(expect.any(String));
    const held = await readSignedIn();
    expect(await listAtAuth(held?.userId ?? '')).toEqual([held?.sessionId]);
  });
});

it('a session opened for a step-up is no session here', async () => {
  const { id, email } = await addUser(backend);
  await byPassword(email);
  const { confirmByPassword } = await import('../auth/step-up/confirm-it-is-you');
  expect(await confirmByPassword({ password: firstPassword })).toMatchObject({ ok: true });
  const held = await readSignedIn();
  expect(await listRecorded(id)).toEqual([{ id: held?.sessionId, method: 'password' }]);
  expect(await listAtAuth(id)).toEqual([held?.sessionId]);
});

it('a session opened at Auth reads nothing through the server, and ends at its first refresh', async () => {
  const { email } = await addUser(backend);
  const { data, error } = await connectClient(backend).auth.signInWithPassword({
    email,
    password: firstPassword,
  });
  if (error) throw error;
  const { touchSession } = await import('./refresh');
  const { verifyAccessToken } = await import('./verify-access-token');
  const { listSessions } = await import('./list-sessions');
  const acting = {
    id: data.user.id,
    sessionId: String(decodeJwt(data.session.access_token).session_id),
    aal: 'aal1' as const,
  };
  expect(await listSessions(acting)).toEqual({ ok: false, code: 'auth.signed_out' });
  const token = await verifyAccessToken(data.session.access_token);
  if (token.status !== 'valid') throw new Error(token.status);
  expect(await touchSession(token.claims)).toBe('ended');
});
