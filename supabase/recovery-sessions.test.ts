import { createHash, randomBytes } from 'node:crypto';
import { connectClient } from 'local-supabase/testing';
import {
  addPasskey,
  beginHere,
  done,
  refusalOf,
  signInByPasskey,
} from './testing/passkeys/act-with-passkeys.ts';
import {
  accepted,
  addFactor,
  ageStepUp,
  callAsServer,
  type Person,
  proveNewWallet,
  setUpAuthenticator,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const asksForCode = '403 auth.second_factor_required';
const asksToConfirm = '403 auth.recent_auth_required';
const asksForAuthenticator = '403 auth.authenticator_code_required';

type Recovered = { owner: Person; factorId: string; session: Person };

/** A user with an authenticator, and an aal1 session that has used a recovery code. */
async function recover(begin = (owner: Person) => beginHere(backend, owner, 'password')): Promise<Recovered> {
  const owner = await signUpPerson(backend);
  const { factorId } = await setUpAuthenticator(backend, owner);
  const code = createHash('sha256').update(randomBytes(10)).digest('hex');
  accepted(await callAsServer(backend, 'replace_recovery_codes', { ...owner.bound, p_code_hashes: [code] }));
  const session = await begin(owner);
  expect(await live(session)).toBe(asksForCode);
  const used = { ...session.bound, p_code_hash: code, p_device: null };
  expect(accepted(await callAsServer(backend, 'consume_recovery_code', used, 'aal1'))).toBe(true);
  return { owner, factorId, session };
}

/** Another session of the account that has passed the authenticator. */
async function signInWithCode(owner: Person): Promise<Person> {
  const begun = await beginHere(backend, owner, 'password');
  done(await callAsServer(backend, 'test_raise_session', { p_session_id: begun.bound.p_session_id }));
  return begun;
}

const live = (person: Person) => refusalOf(backend, 'require_live_session', person);
const recent = (person: Person) => refusalOf(backend, 'require_recent_auth', person);
const startRemoval = (person: Person, level: 'aal1' | 'aal2' = 'aal1') =>
  callAsServer<string[]>(backend, 'begin_lost_authenticator_removal', person.bound, level);
const removeAtAuth = ({ bound }: Person, id: string) =>
  connectClient(backend, backend.secretKey).auth.admin.mfa.deleteFactor({ userId: bound.p_user_id, id });

async function reads({ bound }: Person): Promise<unknown> {
  const p_claims = {
    sub: bound.p_user_id,
    session_id: bound.p_session_id,
    role: 'authenticated',
    aal: 'aal1',
  };
  const { data, refusal } = await callAsServer(backend, 'test_has_live_session', { p_claims });
  return refusal ?? data;
}

test('a session that used a recovery code needs no authenticator, in every check', async () => {
  const { session } = await recover();
  expect(await live(session)).toBeNull();
  expect(await recent(session)).toBeNull();
  expect(await reads(session)).toBe(true);
  expect((await callAsServer(backend, 'touch_session', session.bound, 'aal1')).data).toBe(true);
  await proveNewWallet(backend, session);
  type Listed = { id: string; isWaiting: boolean; isRecovered: boolean };
  const listed = accepted(await callAsServer<Listed[]>(backend, 'list_sessions', session.bound, 'aal1'));
  expect(listed).toMatchObject([{ id: session.bound.p_session_id, isWaiting: false, isRecovered: true }]);
});

test('apps get two factors in amr, but no authenticator', async () => {
  const { session } = await recover();
  const asked = await callAsServer<{ session: unknown }>(
    backend,
    'begin_oauth_request',
    {
      ...{ p_client_id: null, p_item_hash: null, p_with_claims: false, ...session.bound },
      ...{ p_kind: null, p_counters: null },
    },
    'aal1',
  );
  expect(accepted(asked).session).toMatchObject({ acr: 'urn:countersign:2fa', amr: ['pwd', 'mfa'] });
});

test('it is a step-up for exactly ten minutes from the recovery code', async () => {
  const { session } = await recover(async (owner) => {
    const begun = await beginHere(backend, owner, 'password');
    await ageStepUp(backend, begun, '9 minutes');
    return begun;
  });
  await ageStepUp(backend, session, '9 minutes');
  expect(await recent(session)).toBeNull();
  await ageStepUp(backend, session, '61 seconds');
  expect(await recent(session)).toBe(asksToConfirm);
  expect(await live(session)).toBeNull();
  // Weaker methods than the authenticator don't confirm it either.
  for (const p_by of ['password', 'code', 'recovery_code'])
    expect(await refusalOf(backend, 'record_step_up', session, { p_by })).toBe(asksForCode);
  expect(await refusalOf(backend, 'record_step_up', session, { p_by: 'authenticator' })).toBe(asksForCode);
});

test("it can't create recovery codes, for which Auth must have checked the authenticator's code", async () => {
  const { session } = await recover();
  const codes = { p_code_hashes: [randomBytes(32).toString('hex')] };
  expect(await refusalOf(backend, 'replace_recovery_codes', session, codes)).toBe('403 factor.needed');
});

describe('its session needs the code again', () => {
  test('once new codes are created', async () => {
    const { owner, session } = await recover();
    const other = await signInWithCode(owner);
    const codes = { p_code_hashes: [randomBytes(32).toString('hex')] };
    accepted(await callAsServer(backend, 'replace_recovery_codes', { ...other.bound, ...codes }));
    expect(await live(session)).toBe(asksForCode);
    expect(await reads(session)).toBe(asksForCode);
    expect((await startRemoval(session)).refusal).toBe(asksForCode);
  });

  test("once an authenticator is added, which it can't remove", async () => {
    const { owner, factorId, session } = await recover();
    await addFactor(backend, owner, 'verified');
    expect((await startRemoval(session)).refusal).toBe(asksForCode);
    expect(await live(session)).toBe(asksForCode);
    // The recovery doesn't apply to the new authenticator either, once the lost one is removed.
    await removeAtAuth(owner, factorId);
    expect((await startRemoval(session)).refusal).toBe(asksForCode);
  });

  test('once an authenticator is added here, and also after its removal', async () => {
    const { owner, factorId, session } = await recover();
    await addFactor(backend, owner, 'verified');
    const { mfa } = connectClient(backend, backend.secretKey).auth.admin;
    const { data } = await mfa.listFactors({ userId: owner.bound.p_user_id });
    const added = data?.factors.find(({ id }) => id !== factorId);
    await removeAtAuth(owner, added?.id ?? '');
    expect(await live(session)).toBe(asksForCode);
  });

  test('once another session removes one of several', async () => {
    const { owner, factorId, session } = await recover(async (person) => {
      await addFactor(backend, person, 'verified');
      return beginHere(backend, person, 'password');
    });
    expect(await live(session)).toBeNull();
    await removeAtAuth(owner, factorId);
    expect(await live(session)).toBe(asksForCode);
  });
});

describe('a lost authenticator', () => {
  test('is removed by that session, repeatedly if necessary, but never one that was added later', async () => {
    const { owner, factorId, session } = await recover(async (person) => {
      await addFactor(backend, person, 'verified');
      return beginHere(backend, person, 'password');
    });
    const taken = accepted(await startRemoval(session));
    expect(taken).toHaveLength(2);
    expect(taken).toContain(factorId);
    // Auth has removed one factor and then failed.
    await removeAtAuth(owner, factorId);
    expect(await live(session)).toBeNull();
    expect(accepted(await startRemoval(session))).toEqual(taken.filter((id) => id !== factorId));
    const added = { p_user_id: owner.bound.p_user_id, p_type: 'totp' };
    accepted(await callAsServer(backend, 'test_add_foreign_factor', added));
    expect((await startRemoval(session)).refusal).toBe(asksForCode);
  });

  test('leaves a session with one factor', async () => {
    const { owner, session } = await recover();
    for (const id of accepted(await startRemoval(session))) await removeAtAuth(owner, id);
    expect(await live(session)).toBeNull();
    expect(await recent(session)).toBeNull();
    expect((await startRemoval(session)).refusal).toBe(asksForAuthenticator);
    // An authenticator added at Auth is required from now on.
    await addFactor(backend, owner, 'verified');
    expect(await live(session)).toBe(asksForCode);
  });

  test('is not removed by another session, another account, or the same session later', async () => {
    const [ann, bob] = [await recover(), await recover()];
    expect((await startRemoval(await signInWithCode(ann.owner), 'aal2')).refusal).toBe(asksForAuthenticator);
    const crossed = { p_user_id: ann.session.bound.p_user_id, p_session_id: bob.session.bound.p_session_id };
    expect((await startRemoval({ ...ann.session, bound: crossed })).refusal).toBe('401 auth.signed_out');
    expect(accepted(await startRemoval(bob.session))).toEqual([bob.factorId]);
    await ageStepUp(backend, ann.session, '601 seconds');
    expect((await startRemoval(ann.session)).refusal).toBe(asksToConfirm);
  });

  test('stays after the ten minutes, whatever confirms the session then', async () => {
    const { owner, session } = await recover();
    const passkey = await addPasskey(backend, owner);
    await ageStepUp(backend, session, '601 seconds');
    const proof = await signInByPasskey(backend, owner, passkey);
    const confirmed = { ...session.bound, p_proof_session: proof.bound.p_session_id };
    done(await callAsServer(backend, 'record_step_up_by_passkey', confirmed, 'aal1'));
    expect(await recent(session)).toBeNull();
    expect((await startRemoval(session)).refusal).toBe(asksForAuthenticator);
  });

  test("stays if the first factor may be an attacker's, such as a password set at Auth", async () => {
    const { session } = await recover(async (person) => {
      const { p_user_id } = person.bound;
      done(await callAsServer(backend, 'test_store_password', { p_user_id, p_stored: '$2a$10$other' }));
      return beginHere(backend, person, 'password');
    });
    expect(await live(session)).toBeNull();
    expect(await recent(session)).toBe(asksToConfirm);
    expect((await startRemoval(session)).refusal).toBe(asksToConfirm);
  });
});
