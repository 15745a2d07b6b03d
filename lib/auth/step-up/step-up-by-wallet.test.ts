import type { ProofMethod } from 'countersign/proof/statement';
import { makeWallet, type TestWallet } from 'local-supabase/testing';
import {
  ageStepUp,
  callAsServer,
  issue,
  type Person,
  proveNewWallet,
  setUpAuthenticator,
  signInAgain,
  signUpPerson,
} from '../../../supabase/testing/person';
import { siteOnBackend } from '../../testing/point-site-at';
import {
  openWalletServer,
  readSignedIn,
  signInWallet,
  signWith,
  switchBrowser,
  switchToSession,
} from '../../testing/wallet-visitor';

const backend = siteOnBackend();
let server: typeof import('./confirm-it-is-you');
beforeAll(async () => {
  server = await import('./confirm-it-is-you');
});
beforeEach(() => {
  // Refusals are logged for operators.
  jest.spyOn(console, 'warn').mockReturnValue();
});

/** A user with a proven wallet and a session of an hour ago, in a new browser. */
async function openOldSession(): Promise<{ person: Person; wallet: TestWallet }> {
  const person = await signUpPerson(backend);
  const wallet = makeWallet();
  await proveNewWallet(backend, person, wallet.address);
  await ageStepUp(backend, person, '1 hour');
  switchToSession(person.session);
  return { person, wallet };
}

async function newStatement({ address }: TestWallet, method: ProofMethod = 'sign_message') {
  const issued = await server.issueStepUpStatement({ address, method });
  if (!issued.ok) throw new Error(issued.code);
  return issued.challenge;
}

const refusalOf = async ({ bound }: Pick<Person, 'bound'>) =>
  (await callAsServer(backend, 'require_recent_auth', bound)).refusal;
const notPresent = '403 auth.recent_auth_required';
const goneStatement = { ok: false, code: 'proof.challenge_gone' };

test.each(['sign_offchain_message', 'sign_message', 'memo'] as const)(
  'a proven wallet confirms by %s, continues to the next path, and proves nothing',
  async (method) => {
    const { person, wallet } = await openOldSession();
    const asked = await newStatement(wallet, method);
    expect(asked.fields.statement).toMatch(/^Confirm that it is you for the Countersign account with ID/);
    const confirmed = await server.confirmByWallet({
      ...signWith(wallet, asked),
      next: '/account/export?a=1',
    });
    expect(confirmed).toEqual({ ok: true, redirectTo: '/account/export?a=1' });
    expect(await refusalOf(person)).toBeNull();
    const proofs = await callAsServer<object[]>(backend, 'test_read_proofs', { p_address: wallet.address });
    expect(proofs.data).toHaveLength(1);
  },
);

test('a signature confirms once: one of 20 concurrent copies, and none later', async () => {
  const { person, wallet } = await openOldSession();
  const signed = signWith(wallet, await newStatement(wallet));
  const results = await Promise.all(Array.from({ length: 20 }, () => server.confirmByWallet(signed)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  await ageStepUp(backend, person, '1 hour');
  expect(await server.confirmByWallet(signed)).toEqual(goneStatement);
  expect(await refusalOf(person)).toBe(notPresent);
});

test("a wallet on no account or another's gets no statement", async () => {
  const other = await openOldSession();
  const { person } = await openOldSession();
  for (const wallet of [makeWallet(), other.wallet]) {
    const issued = await server.issueStepUpStatement({ address: wallet.address, method: 'sign_message' });
    expect(issued).toEqual({ ok: false, code: 'step_up.wallet_not_proven' });
  }
  expect(await refusalOf(person)).toBe(notPresent);
});

test("another wallet's signature is refused, and uses the statement up", async () => {
  const { person, wallet } = await openOldSession();
  const second = makeWallet();
  const asked = await newStatement(wallet);
  expect(await server.confirmByWallet(signWith(second, asked))).toEqual({ ok: false, code: 'proof.refused' });
  expect(await server.confirmByWallet(signWith(wallet, asked))).toEqual(goneStatement);
  expect(await refusalOf(person)).toBe(notPresent);
});

test("another session of the same account can't use the statement", async () => {
  const { person, wallet } = await openOldSession();
  const signed = signWith(wallet, await newStatement(wallet));
  const thief = await signInAgain(backend, person.email);
  await ageStepUp(backend, thief, '1 hour');
  switchToSession(thief.session);
  expect(await server.confirmByWallet(signed)).toEqual(goneStatement);
  switchToSession(person.session);
  expect(await server.confirmByWallet(signed)).toMatchObject({ ok: true });
  expect(await refusalOf(thief)).toBe(notPresent);
});

test('an expired statement, a statement to prove the wallet, and a removed wallet confirm nothing', async () => {
  const { person, wallet } = await openOldSession();
  const late = await newStatement(wallet);
  await callAsServer(backend, 'test_expire_challenge', { p_id: late.id });
  expect(await server.confirmByWallet(signWith(wallet, late))).toEqual(goneStatement);

  const asked = await newStatement(wallet);
  await callAsServer(backend, 'record_step_up', { ...person.bound, p_by: 'password' });
  const proving = await issue(backend, person, wallet.address);
  expect(await server.confirmByWallet(signWith(wallet, { ...asked, id: proving }))).toMatchObject({
    ok: false,
  });

  const rows = await callAsServer<{ id: string }[]>(backend, 'test_read_wallets', {
    p_address: wallet.address,
  });
  await callAsServer(backend, 'remove_wallet', {
    ...person.bound,
    p_wallet_id: rows.data?.[0]?.id,
    p_device: null,
  });
  await proveNewWallet(backend, person);
  await ageStepUp(backend, person, '1 hour');
  expect(await server.confirmByWallet(signWith(wallet, asked))).toEqual(goneStatement);
  expect(await refusalOf(person)).toBe(notPresent);
});

test('an ended session is refused, before and after its wallet signs', async () => {
  const { person, wallet } = await openOldSession();
  const signed = signWith(wallet, await newStatement(wallet));
  const other = await signInAgain(backend, person.email);
  await callAsServer(backend, 'end_session', { ...other.bound, p_target: person.bound.p_session_id });
  const over = { ok: false, code: 'auth.signed_out' };
  expect(await server.issueStepUpStatement({ address: wallet.address, method: 'sign_message' })).toEqual(
    over,
  );
  expect(await server.confirmByWallet(signed)).toEqual(over);
});

test('with an authenticator a wallet confirms nothing, even with an earlier statement', async () => {
  const { person, wallet } = await openOldSession();
  const asked = await newStatement(wallet);
  await setUpAuthenticator(backend, person);
  const { data } = await person.client.auth.getSession();
  if (data.session) switchToSession(data.session);
  expect(await server.confirmByWallet(signWith(wallet, asked))).toMatchObject({
    code: 'step_up.method_unknown',
  });
  const issued = await server.issueStepUpStatement({ address: wallet.address, method: 'sign_message' });
  expect(issued).toMatchObject({ code: 'step_up.method_unknown' });
});

test('an account without email and password confirms by the wallet that created it', async () => {
  const wallet = makeWallet();
  switchBrowser();
  await signInWallet(await openWalletServer(), wallet);
  const session = await readSignedIn();
  if (!session) throw new Error('Nobody came in.');
  const bound = { p_user_id: session.userId, p_session_id: session.sessionId };
  await ageStepUp(backend, { bound } as Person, '1 hour');
  expect(await refusalOf({ bound })).toBe(notPresent);
  expect(await server.confirmByWallet(signWith(wallet, await newStatement(wallet)))).toMatchObject({
    ok: true,
  });
  expect(await refusalOf({ bound })).toBeNull();
});
