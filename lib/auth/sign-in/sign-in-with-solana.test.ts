import {
  enrollAndProve,
  makeWallet,
  signInWalletAtAuth,
  siteHost,
  siteUrl,
  type TestWallet,
} from 'local-supabase/testing';
import { accepted, callAsServer, proveNewWallet, signUpPerson } from '../../../supabase/testing/person';
import { siteOnBackend } from '../../testing/point-site-at';
import {
  newStatement,
  openWalletServer,
  readSignedIn,
  signInWallet,
  signWith,
  switchBrowser,
  type WalletServer,
} from '../../testing/wallet-visitor';

const backend = siteOnBackend();
let server: WalletServer;
beforeAll(async () => {
  server = await openWalletServer();
});
beforeEach(() => {
  switchBrowser();
  // Refusals are logged for operators.
  jest.spyOn(console, 'warn').mockReturnValue();
});

interface WalletRow {
  id: string;
  user_id: string;
  proof_id: string;
  removed_at: string | null;
}

async function readLiveWallets({ address }: TestWallet): Promise<WalletRow[]> {
  const rows = await callAsServer<WalletRow[]>(backend, 'test_read_wallets', { p_address: address });
  return (rows.data ?? []).filter(({ removed_at }) => removed_at === null);
}

/** An account that this wallet created, without another method. */
async function createByWallet(wallet = makeWallet()) {
  switchBrowser();
  const userId = await signInWallet(server, wallet);
  const session = await readSignedIn();
  if (!session || session.userId !== userId) throw new Error(`Nobody came in: ${userId}`);
  return { wallet, userId, bound: { p_user_id: session.userId, p_session_id: session.sessionId } };
}

/** An account with an email and this proven wallet. */
async function proveByEmail(wallet = makeWallet()) {
  const person = await signUpPerson(backend);
  await proveNewWallet(backend, person, wallet.address);
  return { wallet, person, userId: person.bound.p_user_id };
}

let emails = 0;
async function giveEmail(p_user_id: string): Promise<void> {
  emails += 1;
  await callAsServer(backend, 'test_give_email', { p_user_id, p_email: `late-${emails}@example.test` });
}

async function removeWallet(wallet: TestWallet, bound: Record<string, string>): Promise<string | null> {
  const [live] = await readLiveWallets(wallet);
  const parameters = { ...bound, p_wallet_id: live?.id, p_device: null };
  return (await callAsServer(backend, 'remove_wallet', parameters)).refusal;
}

describe('the account of a wallet', () => {
  test('an unknown wallet creates one account, is proven on it, and signs in to it again', async () => {
    const { wallet, userId } = await createByWallet();
    expect(await readLiveWallets(wallet)).toEqual([expect.objectContaining({ user_id: userId })]);
    const proofs = await callAsServer<object[]>(backend, 'test_read_proofs', { p_address: wallet.address });
    expect(accepted(proofs)).toEqual([
      expect.objectContaining({ user_id: userId, method: 'sign_message', outcome: 'proven', ended_at: null }),
    ]);
    switchBrowser();
    expect(await signInWallet(server, wallet, 'sign_in')).toBe(userId);
    expect(await readLiveWallets(wallet)).toHaveLength(1);
  });

  test('a wallet that creates an account keeps its own name, and is new once', async () => {
    const wallet = makeWallet();
    const signed = signWith(wallet, await newStatement(server, wallet));
    const appearance = { name: 'Phantom', icon: null };
    expect(await server.signIn({ ...signed, appearance })).toMatchObject({ ok: true, isNewHere: true });
    switchBrowser();
    const again = signWith(wallet, await newStatement(server, wallet));
    expect(await server.signIn(again)).toMatchObject({ ok: true, isNewHere: false });
    expect(await readLiveWallets(wallet)).toEqual([expect.objectContaining({ wallet_name: 'Phantom' })]);
  });

  test('a wallet proven on an account with an email signs in to it, also by a transaction', async () => {
    const { wallet, userId } = await proveByEmail();
    expect(await signInWallet(server, wallet)).toBe(userId);
    switchBrowser();
    expect(await signInWallet(server, wallet, 'memo')).toBe(userId);
  });

  test('a second wallet of an account without an email is refused with a hint to add one, and gets no account', async () => {
    const { bound } = await createByWallet();
    const second = makeWallet();
    await proveNewWallet(backend, { bound } as never, second.address);
    switchBrowser();
    expect(await signInWallet(server, second)).toBe('wallet.needs_email');
    expect(await signInWallet(server, second, 'memo')).toBe('wallet.needs_email');
    expect(await readSignedIn()).toBeNull();
    await giveEmail(bound.p_user_id);
    expect(await signInWallet(server, second)).toBe(bound.p_user_id);
  });

  test("an unproven wallet that Auth knows keeps Auth's account, and is proven on it", async () => {
    const wallet = makeWallet();
    const userId = (await signInWalletAtAuth(backend, wallet)).userId;
    expect(await signInWallet(server, wallet)).toBe(userId);
    expect(await readLiveWallets(wallet)).toEqual([expect.objectContaining({ user_id: userId })]);
  });

  test('once the account has an email, the wallet that created it signs in by its proof', async () => {
    const { wallet, userId, bound } = await createByWallet();
    await giveEmail(bound.p_user_id);
    switchBrowser();
    expect(await signInWallet(server, wallet, 'memo')).toBe(userId);
  });

  test.each([
    ['with an email', true],
    ['without one', false],
  ])('a wallet proven on an account %s never signs in to another one that Auth made', async (_, hasEmail) => {
    const wallet = makeWallet();
    const owner = hasEmail ? await proveByEmail(wallet) : await createByWallet();
    if (!hasEmail && 'bound' in owner) await proveNewWallet(backend, owner as never, wallet.address);
    expect((await signInWalletAtAuth(backend, wallet)).userId).not.toBe(owner.userId);
    switchBrowser();
    expect(await signInWallet(server, wallet)).toBe(hasEmail ? owner.userId : 'wallet.needs_email');
  });

  test('a hardware wallet without an account is referred to email, and gets no account', async () => {
    const wallet = makeWallet();
    expect(await signInWallet(server, wallet, 'memo')).toBe('wallet.account_by_email_first');
    expect(await readSignedIn()).toBeNull();
    expect(await readLiveWallets(wallet)).toEqual([]);
  });
});

describe('wallets that left an account', () => {
  test("a removed wallet doesn't sign in to the account it created, here or at Auth, and starts over", async () => {
    const { wallet, userId, bound } = await createByWallet();
    await giveEmail(bound.p_user_id);
    expect(await removeWallet(wallet, bound)).toBeNull();
    switchBrowser();
    const next = await signInWallet(server, wallet);
    expect(next).toMatch(/^[0-9a-f-]{36}$/);
    expect(next).not.toBe(userId);
    expect((await signInWalletAtAuth(backend, wallet)).userId).toBe(next);
  });

  test('a removed wallet that Auth still knows is refused', async () => {
    const { wallet, bound } = await createByWallet();
    await giveEmail(bound.p_user_id);
    await removeWallet(wallet, bound);
    const again = { p_user_id: bound.p_user_id, p_address: wallet.address };
    await callAsServer(backend, 'test_give_wallet_identity', again);
    switchBrowser();
    expect(await signInWallet(server, wallet)).toBe('wallet.removed_from_account');
    expect(await readSignedIn()).toBeNull();
  });

  test('a wallet removed from an account with an email gets a new account', async () => {
    const { wallet, person } = await proveByEmail();
    await removeWallet(wallet, person.bound);
    expect(await signInWallet(server, wallet)).not.toBe(person.bound.p_user_id);
    expect(await readLiveWallets(wallet)).toHaveLength(1);
  });
});

describe('attacks', () => {
  test('of 50 concurrent copies of a signature exactly one signs in, and none later', async () => {
    const wallet = makeWallet();
    const signed = signWith(wallet, await newStatement(server, wallet));
    const results = await Promise.all(Array.from({ length: 50 }, () => server.signIn(signed)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await server.signIn(signed)).toEqual({ ok: false, code: 'proof.challenge_gone' });
  });

  test("another browser can't use a statement, and its own browser still can", async () => {
    const wallet = makeWallet();
    const own = switchBrowser();
    const signed = signWith(wallet, await newStatement(server, wallet));
    switchBrowser();
    expect(await server.signIn(signed)).toMatchObject({ code: 'proof.challenge_gone' });
    await newStatement(server, makeWallet());
    expect(await server.signIn(signed)).toMatchObject({ code: 'proof.challenge_gone' });
    switchBrowser(own);
    expect(await server.signIn(signed)).toMatchObject({ ok: true });
  });

  test("a statement of ten minutes ago doesn't sign in", async () => {
    const { wallet } = await proveByEmail();
    const signed = signWith(wallet, await newStatement(server, wallet));
    await callAsServer(backend, 'test_age_wallet_sign_ins', { p_age: '10 minutes' });
    expect(await server.signIn(signed)).toMatchObject({ code: 'proof.challenge_gone' });
  });

  test.each([
    [
      'a wallet that signs for a different address',
      (own: TestWallet, asked: Awaited<ReturnType<typeof newStatement>>) => signWith(own, asked),
    ],
    [
      'a statement for another site',
      (_: TestWallet, asked: Awaited<ReturnType<typeof newStatement>>, victim: TestWallet) => {
        const text = asked.text.replaceAll(siteHost, 'evil.example');
        const message = Buffer.from(text).toString('base64');
        return signWith(victim, { ...asked, message });
      },
    ],
    [
      'a signature for the statement before',
      (_: TestWallet, asked: Awaited<ReturnType<typeof newStatement>>, victim: TestWallet) => {
        const message = Buffer.from(asked.text.replace(/Nonce: ./, 'Nonce: z')).toString('base64');
        return { ...signWith(victim, { ...asked, message }), signedBytes: asked.message };
      },
    ],
  ])('%s is refused, and uses the statement up', async (_, forge) => {
    const { wallet: victim } = await proveByEmail();
    const asked = await newStatement(server, victim);
    expect(await server.signIn(forge(makeWallet(), asked, victim))).toMatchObject({ code: 'proof.refused' });
    expect(await server.signIn(signWith(victim, asked))).toMatchObject({ code: 'proof.challenge_gone' });
    expect(await readSignedIn()).toBeNull();
  });

  test("a browser's fourth statement voids its first", async () => {
    const wallets = [makeWallet(), makeWallet(), makeWallet(), makeWallet()];
    const signed = [];
    for (const wallet of wallets) signed.push(signWith(wallet, await newStatement(server, wallet)));
    const [first, second] = signed;
    if (!first || !second) throw new Error('No statements');
    expect(await server.signIn(first)).toMatchObject({ code: 'proof.challenge_gone' });
    expect(await server.signIn(second)).toMatchObject({ ok: true });
  });

  test("a wallet's eleventh statement in a minute is refused with the time to wait", async () => {
    const wallet = makeWallet();
    for (let count = 0; count < 10; count += 1) await newStatement(server, wallet);
    const refused = await server.issue({ address: wallet.address, method: 'memo' });
    expect(refused).toMatchObject({ ok: false, code: 'auth.too_many_attempts' });
  });

  test("answers before the signature don't reveal whether a wallet has an account", async () => {
    const { wallet } = await proveByEmail();
    const [known, unknown] = [await newStatement(server, wallet), await newStatement(server, makeWallet())];
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    expect(known.fields.statement).toBe(unknown.fields.statement);
    expect(known.fields.statement).toContain(`Sign in to Countersign at ${siteHost} with this wallet.`);
  });

  test('a signature proves a wallet only on the account that it signs in to', async () => {
    const wallet = makeWallet();
    const { bound } = await signUpPerson(backend);
    const statement = {
      p_browser_hash: 'a'.repeat(64),
      p_method: 'sign_message',
      p_chain: 'solana:mainnet',
      p_address: wallet.address,
      p_origin: siteUrl,
      p_nonce: crypto.randomUUID().replaceAll('-', ''),
      p_message: Buffer.from('A statement').toString('base64'),
      p_expires_in_seconds: 300,
    };
    const id = accepted(await callAsServer<string>(backend, 'issue_sign_in_challenge', statement));
    const used = {
      p_id: id,
      p_browser_hash: statement.p_browser_hash,
      p_signed_bytes: statement.p_message,
      p_signature: Buffer.alloc(64, 1).toString('base64'),
    };
    const record = { ...used, ...bound, p_device: null };
    const early = await callAsServer(backend, 'record_wallet_sign_in', record);
    expect(early.refusal).toBe('409 proof.challenge_gone');
    accepted(await callAsServer(backend, 'consume_sign_in_challenge', used));
    const late = await callAsServer(backend, 'record_wallet_sign_in', record);
    expect(late.refusal).toBe('400 proof.refused');
    expect(await readLiveWallets(wallet)).toEqual([]);
  });
});

test('a proof that names no account is never public; a new proof may be', async () => {
  const { wallet, bound } = await createByWallet();
  const [live] = await readLiveWallets(wallet);
  const publish = { ...bound, p_wallet_id: live?.id, p_is_public: true, p_device: null };
  const refused = await callAsServer(backend, 'publish_wallet', publish);
  expect(refused.refusal).toBe('409 proof.names_no_account');
  await proveNewWallet(backend, { bound } as never, wallet.address);
  expect((await callAsServer(backend, 'publish_wallet', publish)).refusal).toBeNull();
});

test("a wallet's session opened no email, so it can't set a new password", async () => {
  const { wallet } = await proveByEmail();
  expect(await signInWallet(server, wallet)).toMatch(/^[0-9a-f-]{36}$/);
  const [{ mayChooseNewPassword }, { readViewer }] = await Promise.all([
    import('./reset-password'),
    import('../../session/viewer'),
  ]);
  // Its token looks like a link's.
  expect(await readViewer()).toMatchObject({ viewer: { openedMailAt: expect.any(Number) } });
  expect(await mayChooseNewPassword()).toBe(false);
});

test("a wallet of an account with a second factor doesn't sign in without it", async () => {
  const { wallet, person } = await proveByEmail();
  await enrollAndProve(person.client);
  const result = await server.signIn(signWith(wallet, await newStatement(server, wallet)));
  expect(result).toEqual({ ok: true, redirectTo: '/sign-in/second-factor', isNewHere: false });
  expect(await readSignedIn()).toBeNull();
});
