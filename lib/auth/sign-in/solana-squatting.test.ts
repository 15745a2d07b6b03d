import {
  makeEmail,
  makeWallet,
  postRefresh,
  signInWalletAtAuth,
  type TestWallet,
} from 'local-supabase/testing';
import {
  accepted,
  callAsServer,
  proveNewWallet,
  recordAsSite,
  signUpPerson,
} from '../../../supabase/testing/person';
import { siteOnBackend } from '../../testing/point-site-at';
import {
  openWalletServer,
  readSignedIn,
  signInWallet,
  switchBrowser,
  type WalletServer,
} from '../../testing/wallet-visitor';

/** Hooks that run just before a call of a database function or of Auth's `web3` grant. */
const mockBefore = new Map<string, () => Promise<unknown>>();
// The server's own limit of 5 s is too short for a busy machine.
jest.mock('../../supabase/fetch-backend', () => {
  const patient: typeof fetch = async (input, init) => {
    const [, called = ''] = /(?:\/rpc\/|grant_type=)(.*)/.exec(String(input)) ?? [];
    await mockBefore.get(called)?.();
    return fetch(input, { ...init, signal: null });
  };
  return { fetchBackend: patient, oneTry: { global: { fetch: patient }, db: { retry: false } } };
});

const backend = siteOnBackend();
let server: WalletServer;
beforeAll(async () => {
  server = await openWalletServer();
});
beforeEach(() => {
  switchBrowser();
  mockBefore.clear();
});
afterEach(() => jest.restoreAllMocks());

const squat = (wallet: TestWallet) => signInWalletAtAuth(backend, wallet);

async function change(name: string, parameters: object) {
  const { refusal } = await callAsServer(backend, name, { ...parameters });
  if (refusal) throw new Error(refusal);
}

async function takeOver(userId: string): Promise<string> {
  const email = makeEmail('stranger');
  await change('test_squat', { p_user_id: userId, p_email: email });
  await change('test_add_passkey', { p_user_id: userId });
  await change('test_let_app_in', { p_user_id: userId });
  return email;
}

const describeAtAuth = async (userId: string) =>
  accepted(await callAsServer<object>(backend, 'test_describe_at_auth', { p_user_id: userId }));

const ofTheWalletAlone = {
  email: null,
  phone: null,
  has_password: false,
  new_email: '',
  identities: ['web3'],
  factors: 0,
  tokens: 0,
  flows: 0,
  passkeys: 0,
  apps: 0,
  sessions: 1,
};

describe('an attacker who has had Auth create an account for a wallet', () => {
  test('loses every session, password, factor and other method once the wallet signs in', async () => {
    const wallet = makeWallet();
    const stranger = await squat(wallet);
    await takeOver(stranger.userId);
    expect(await signInWallet(server, wallet)).toBe(stranger.userId);
    expect(await describeAtAuth(stranger.userId)).toEqual(ofTheWalletAlone);

    expect((await stranger.client.from('wallets').select('id')).error?.message).toBe('auth.signed_out');
    expect((await stranger.client.auth.getUser()).error).not.toBeNull();
    expect((await postRefresh(backend, stranger.session.refresh_token)).status).toBe(400);
    const live = await callAsServer(backend, 'require_live_session', {
      p_user_id: stranger.userId,
      p_session_id: (await readSignedIn())?.sessionId,
    });
    expect(live.refusal).toBeNull();
  });

  test.each([
    ['a passkey', 'test_add_passkey'],
    ['an app with access', 'test_let_app_in'],
    ['a half-linked provider', 'test_begin_link'],
  ])('who added only %s loses that too', async (_, leave) => {
    const wallet = makeWallet();
    const stranger = await squat(wallet);
    await change(leave, { p_user_id: stranger.userId });
    await stranger.client.auth.signOut();
    expect(await signInWallet(server, wallet)).toBe(stranger.userId);
    expect(await describeAtAuth(stranger.userId)).toEqual(ofTheWalletAlone);
  });

  test('who changes it while it is being cleared loses everything too', async () => {
    const wallet = makeWallet();
    const stranger = await squat(wallet);
    mockBefore.set('record_session', async () => {
      await takeOver(stranger.userId);
      await callAsServer(backend, 'test_open_session_at_auth', { p_user_id: stranger.userId });
    });
    expect(await signInWallet(server, wallet)).toBe(stranger.userId);
    expect(await describeAtAuth(stranger.userId)).toEqual(ofTheWalletAlone);
  });

  test("who creates it between the wallet's lookup and its sign-in loses everything too", async () => {
    const wallet = makeWallet();
    let userId = '';
    mockBefore.set('web3', async () => {
      mockBefore.clear();
      ({ userId } = await squat(wallet));
      await takeOver(userId);
    });
    await signInWallet(server, wallet);
    expect(await describeAtAuth(userId)).toEqual(ofTheWalletAlone);
    switchBrowser();
    expect(await signInWallet(server, wallet)).toBe(userId);
  });

  test.each(['claim_wallet_account', 'record_session', 'record_wallet_sign_in', 'mark_wallet_session'])(
    "doesn't share it if %s fails: the wallet doesn't sign in, and a retry clears it again",
    async (name) => {
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
      const wallet = makeWallet();
      const stranger = await squat(wallet);
      await takeOver(stranger.userId);
      mockBefore.set(name, async () => {
        throw new TypeError('away');
      });
      expect(await signInWallet(server, wallet)).toBe('backend.unavailable');
      expect(await readSignedIn()).toBeNull();
      mockBefore.clear();
      if (name !== 'mark_wallet_session') await squat(wallet);
      expect(await signInWallet(server, wallet)).toBe(stranger.userId);
      expect(await describeAtAuth(stranger.userId)).toEqual(ofTheWalletAlone);
    },
  );

  test('keeps an account that they signed in to here by email, and loses the wallet, which starts over', async () => {
    const wallet = makeWallet();
    const stranger = await squat(wallet);
    const email = await takeOver(stranger.userId);
    await recordAsSite(backend, stranger.session, 'password');
    const userId = await signInWallet(server, wallet);
    expect(userId).toMatch(/^[0-9a-f-]{36}$/);
    expect(userId).not.toBe(stranger.userId);
    expect(await describeAtAuth(stranger.userId)).toMatchObject({
      email,
      identities: ['github'],
      sessions: 1,
    });
    expect((await squat(wallet)).userId).toBe(userId);
  });

  test.each([
    ['only at Auth', false],
    ['and here, with an email', true],
  ])(
    "%s: a wallet that its owner removes and signs in with later doesn't open the attacker's account",
    async (_, entered) => {
      const wallet = makeWallet();
      const owner = await signUpPerson(backend);
      const { walletId } = await proveNewWallet(backend, owner, wallet.address);
      const stranger = await squat(wallet);
      await takeOver(stranger.userId);
      if (entered) await recordAsSite(backend, stranger.session, 'password');
      const removal = { ...owner.bound, p_wallet_id: walletId, p_device: null };
      expect((await callAsServer(backend, 'remove_wallet', removal)).refusal).toBeNull();

      const userId = String(await signInWallet(server, wallet));
      expect(userId).not.toBe(owner.bound.p_user_id);
      if (entered) expect(userId).not.toBe(stranger.userId);
      expect(await describeAtAuth(userId)).toEqual(ofTheWalletAlone);
      const theirs = await stranger.client.from('wallets').select('address');
      expect(theirs.data ?? []).toEqual([]);
    },
  );
});

test('a new wallet whose unrecorded session another tab has ended gets another one', async () => {
  const wallet = makeWallet();
  mockBefore.set('record_session', async () => {
    mockBefore.clear();
    const asked = { p_chain: 'solana:mainnet', p_address: wallet.address };
    const [found] = accepted(
      await callAsServer<{ identityOf: string }[]>(backend, 'find_wallet_account', asked),
    );
    const settled = { p_user_id: found?.identityOf, p_address: wallet.address };
    expect(accepted(await callAsServer(backend, 'claim_wallet_account', settled))).toBe('claimed');
  });
  expect(await signInWallet(server, wallet)).toBe((await squat(wallet)).userId);
});
