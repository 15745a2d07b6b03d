import type { ProofMethod } from 'countersign/proof/statement';
import { makeWallet, type TestWallet } from 'local-supabase/testing';
import {
  ageStepUp,
  callAsServer,
  type Person,
  proveNewWallet,
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
