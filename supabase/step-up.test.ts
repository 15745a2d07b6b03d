import { enrollAndProve, prove as giveCode, postRefresh } from 'local-supabase/testing';
import {
  accepted,
  addFactor,
  ageStepUp,
  callAsServer,
  consume,
  describeChallenge,
  issue,
  makeAddress,
  makeSigned,
  type Person,
  prove,
  proveNewWallet,
  record,
  setUpAuthenticator,
  signInAgain,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const checkRecentAuth = async ({ bound }: Person) =>
  (await callAsServer(backend, 'require_recent_auth', bound)).refusal;
const recordStepUp = async ({ bound }: Person, by: string | null) =>
  (await callAsServer(backend, 'record_step_up', { ...bound, p_by: by })).refusal;
const confirmByWallet = async ({ bound }: Person, challengeId: string, signed = makeSigned()) =>
  (
    await callAsServer(backend, 'record_step_up_by_wallet', {
      p_challenge_id: challengeId,
      ...bound,
      ...signed,
    })
  ).refusal;

test('signing in is a step-up for 10 minutes, confirming for 10 more, and a refresh is none', async () => {
  const ann = await signUpPerson(backend);
  await ageStepUp(backend, ann, '5 minutes');
  expect(await checkRecentAuth(ann)).toBeNull();
  await ageStepUp(backend, ann, '301 seconds');
  expect((await postRefresh(backend, ann.session.refresh_token)).status).toBe(200);
  expect(await checkRecentAuth(ann)).toBe('403 auth.recent_auth_required');
  expect(await recordStepUp(ann, 'password')).toBeNull();
  expect(await checkRecentAuth(ann)).toBeNull();
  await ageStepUp(backend, ann, '601 seconds');
  expect(await checkRecentAuth(ann)).toBe('403 auth.recent_auth_required');
});

test('confirming a session confirms no other session, and no session of another account', async () => {
  const ann = await signUpPerson(backend);
  const other = await signInAgain(backend, ann.email);
  const bob = await signUpPerson(backend);
  for (const person of [ann, other]) await ageStepUp(backend, person, '1 hour');
  await recordStepUp(ann, 'password');
  expect(await checkRecentAuth(other)).toBe('403 auth.recent_auth_required');
  const mixed = { ...bob, bound: { ...bob.bound, p_session_id: other.bound.p_session_id } };
  expect(await recordStepUp(mixed, 'password')).toBe('401 auth.signed_out');
  expect(await checkRecentAuth(mixed)).toBe('401 auth.signed_out');
});

test('an emailed code confirms only the session that requested it within the hour, once', async () => {
  const ann = await signUpPerson(backend);
  const other = await signInAgain(backend, ann.email);
  const ask = async ({ bound }: Person) =>
    accepted(await callAsServer<boolean>(backend, 'ask_for_code', bound));
  expect([await ask(ann), await ask(ann)]).toEqual([false, true]);
  expect(await recordStepUp(other, 'code')).toBe('403 auth.code_wrong');
  expect(await recordStepUp(ann, 'code')).toBeNull();
  expect(await recordStepUp(ann, 'code')).toBe('403 auth.code_wrong');
  await ask(ann);
  await ageStepUp(backend, ann, '1 hour');
  expect(await recordStepUp(ann, 'code')).toBe('403 auth.code_wrong');
});

test('refuses unknown methods, and weaker ones than the authenticator if there is one', async () => {
  const ann = await signUpPerson(backend);
  for (const by of ['wallet', 'token', null])
    expect(await recordStepUp(ann, by)).toBe('400 request.unexpected');
  const enrolled = await setUpAuthenticator(backend, ann);
  expect(await recordStepUp(ann, 'password')).toBe('403 auth.second_factor_required');
  expect(await recordStepUp(ann, 'authenticator')).toBeNull();

  const thief = await signInAgain(backend, ann.email);
  expect(await checkRecentAuth(thief)).toBe('403 auth.second_factor_required');
  expect(await recordStepUp(thief, 'authenticator')).toBe('403 auth.second_factor_required');
  expect(
    (await callAsServer(backend, 'issue_challenge', describeChallenge(thief, makeAddress()))).refusal,
  ).toBe('403 auth.second_factor_required');
  await giveCode(thief.client, enrolled);
  expect(await checkRecentAuth(thief)).toBeNull();
});

test('an unfinished authenticator is not required', async () => {
  const ann = await signUpPerson(backend);
  await addFactor(backend, ann, 'unverified');
  expect((await prove(backend, ann)).refusal).toBeNull();
});

test('lists the methods of an account: only the authenticator, or else all others', async () => {
  const ann = await signUpPerson(backend);
  const listMethods = async (p_chain = 'solana:mainnet') =>
    accepted(
      await callAsServer(backend, 'list_step_up_methods', { p_user_id: ann.bound.p_user_id, p_chain }),
    );
  expect(await listMethods()).toEqual(['password', 'code']);
  await proveNewWallet(backend, ann);
  expect(await listMethods()).toEqual(['password', 'code', 'wallet']);
  expect(await listMethods('solana:devnet')).toEqual(['password', 'code']);
  await addFactor(backend, ann, 'verified');
  expect(await listMethods()).toEqual(['authenticator']);
});

test('a step-up that expires while a statement is being signed does not waste the signature', async () => {
  const ann = await signUpPerson(backend);
  const challengeId = await issue(backend, ann, makeAddress());
  await ageStepUp(backend, ann, '601 seconds');
  const signed = makeSigned();
  accepted(await consume(backend, ann, challengeId, signed));
  expect((await record(backend, ann, challengeId, signed)).refusal).toBeNull();
});

test('a signature of a proven wallet confirms once, and proves nothing', async () => {
  const ann = await signUpPerson(backend);
  const { address } = await proveNewWallet(backend, ann);
  await ageStepUp(backend, ann, '1 hour');
  const challengeId = await issue(backend, ann, address, 'confirm');
  expect(await confirmByWallet(ann, challengeId)).toBe('409 proof.challenge_gone');
  const signed = makeSigned();
  accepted(await consume(backend, ann, challengeId, signed));
  expect((await record(backend, ann, challengeId, signed)).refusal).toBe('409 proof.challenge_gone');
  expect(await confirmByWallet(ann, challengeId)).toBe('409 proof.challenge_gone');
  expect(await confirmByWallet(ann, challengeId, signed)).toBeNull();
  expect(await checkRecentAuth(ann)).toBeNull();
  await ageStepUp(backend, ann, '1 hour');
  expect(await confirmByWallet(ann, challengeId, signed)).toBe('409 proof.challenge_gone');
  expect(await checkRecentAuth(ann)).toBe('403 auth.recent_auth_required');
});

test('refuses a wallet that is not on the account, a statement to prove it, and any wallet with an authenticator', async () => {
  const ann = await signUpPerson(backend);
  const { address } = await proveNewWallet(backend, ann);
  const tryTo = async (purpose: string, wanted = address) => {
    const challengeId = await issue(backend, ann, wanted, purpose);
    const signed = makeSigned();
    accepted(await consume(backend, ann, challengeId, signed));
    return confirmByWallet(ann, challengeId, signed);
  };
  expect(await tryTo('confirm', makeAddress())).toBe('409 proof.challenge_gone');
  expect(await tryTo('prove')).toBe('409 proof.challenge_gone');
  await setUpAuthenticator(backend, ann);
  expect(await tryTo('confirm')).toBe('403 auth.second_factor_required');
});

test('a session that a wallet begins on an account with an authenticator changes nothing before the code', async () => {
  const ann = await signUpPerson(backend);
  const { address } = await proveNewWallet(backend, ann);
  await enrollAndProve(ann.client);
  const begun = await signInAgain(backend, ann.email);
  const marked = await callAsServer(backend, 'mark_wallet_session', { ...begun.bound, p_address: address });
  expect(marked.refusal).toBeNull();
  expect(await checkRecentAuth(begun)).toBe('403 auth.second_factor_required');
});
