import {
  connectClient,
  enrollAndProve,
  firstPassword,
  prove as giveCode,
  signInAtAuth,
} from 'local-supabase/testing';
import {
  accepted,
  ageStepUp,
  asPerson,
  callAsServer,
  type Person,
  proveNewWallet,
  readActivity,
  recordAsSite,
  setUpAuthenticator,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const thiefsPassword = 'a password of the thief';

/** Signs in at the site, which records the session. */
async function signInHere(person: Person, password: string, method = 'password'): Promise<Person> {
  const signedIn = await signInAtAuth(backend, person.email, password);
  await recordAsSite(backend, signedIn.session, method);
  return asPerson(signedIn);
}

/** A change that any holder of an access token can make directly at Auth. */
async function setPasswordAtAuth({ client }: Person, password: string): Promise<void> {
  const { error } = await client.auth.updateUser({ password });
  if (error) throw error;
}

/** Throws if a function without a result refused. */
function done({ refusal }: { refusal: string | null }): void {
  if (refusal) throw new Error(refusal);
}

const byAccount = ({ bound: { p_user_id } }: Person) => ({ p_user_id });
const checkRecentAuth = async ({ bound }: Person) =>
  (await callAsServer(backend, 'require_recent_auth', bound)).refusal;
const recordStepUp = async ({ bound }: Person, by: string) =>
  (await callAsServer(backend, 'record_step_up', { ...bound, p_by: by })).refusal;
const listMethods = async (person: Person) =>
  accepted(
    await callAsServer(backend, 'list_step_up_methods', { ...byAccount(person), p_chain: 'solana:mainnet' }),
  );
const touch = async ({ bound }: Person) =>
  accepted(await callAsServer<boolean>(backend, 'touch_session', { ...bound }));
const findPast = async ({ bound }: Person) => callAsServer(backend, 'find_authenticator_recovery', bound);
const removePast = async ({ bound }: Person) =>
  callAsServer<string[]>(backend, 'begin_authenticator_recovery', bound);

type Found = { id: string; kind: string; name: string };
const listFound = async ({ bound }: Person) =>
  accepted(await callAsServer<{ found: Found[] }>(backend, 'describe_security', bound)).found;
const namesFound = async (person: Person) => (await listFound(person)).map(({ name }) => name);
const keep = async ({ bound }: Person, id: string) =>
  (await callAsServer(backend, 'keep_sign_in_method', { ...bound, p_method_id: id, p_device: null })).refusal;

async function changeHere(
  person: Person,
  kind: string,
  reference: string,
  change: () => Promise<unknown>,
): Promise<void> {
  const parameters = { ...byAccount(person), p_kind: kind };
  done(await callAsServer(backend, 'begin_sign_in_method_change', { ...parameters, p_reference: reference }));
  await change();
  done(await callAsServer(backend, 'finish_sign_in_method_change', parameters));
}

type Notice = { kind: string; details: Record<string, string>; user_id: string };
async function listNotices({ bound }: Person): Promise<string[]> {
  const notices = accepted(await callAsServer<Notice[]>(backend, 'test_read_notices'));
  return notices
    .filter(({ user_id, kind }) => user_id === bound.p_user_id && kind.startsWith('method_'))
    .map(({ kind, details }) => `${kind} ${details.means}`);
}
const linkAtAuth = async (person: Person, provider: string, email: string) =>
  done(
    await callAsServer(backend, 'test_link_identity', {
      ...byAccount(person),
      p_provider: provider,
      p_email: email,
    }),
  );
/** A second factor added directly at Auth, without ending older sessions. */
const addExternalFactor = async (person: Person, type = 'totp') =>
  accepted(
    await callAsServer<string>(backend, 'test_add_foreign_factor', { ...byAccount(person), p_type: type }),
  );
const storePassword = async (person: Person, stored: string) =>
  done(await callAsServer(backend, 'test_store_password', { ...byAccount(person), p_stored: stored }));

describe('M2, a password', () => {
  test('a password set at Auth with a stolen token can sign in but change nothing', async () => {
    const ann = await signUpPerson(backend);
    await setPasswordAtAuth(ann, thiefsPassword);
    const thief = await signInHere(ann, thiefsPassword);
    expect(await touch(thief)).toBe(true);
    expect(await checkRecentAuth(thief)).toBe('403 auth.recent_auth_required');
    expect(await listMethods(thief)).toEqual(['code']);
    expect(await recordStepUp(thief, 'password')).toBe('409 step_up.method_unknown');
    expect(await checkRecentAuth(thief)).toBe('403 auth.recent_auth_required');
    const [found] = await listFound(thief);
    expect(found).toMatchObject({ kind: 'password', name: 'password', reference: null });
    expect(await keep(thief, found?.id ?? '')).toBe('403 auth.recent_auth_required');
    expect(await listNotices(ann)).toEqual(['method_found password']);
    expect(await readActivity(thief)).toContain('method_found');
  });

  test('the owner signs in by email, which is a step-up, and setting a password here resolves the warning', async () => {
    const ann = await signUpPerson(backend);
    await setPasswordAtAuth(ann, thiefsPassword);
    const owner = await signInHere(ann, thiefsPassword, 'recovery');
    expect(await checkRecentAuth(owner)).toBeNull();
    await changeHere(owner, 'password', '', () => setPasswordAtAuth(owner, 'the owner again'));
    expect(await listFound(owner)).toEqual([]);
    const again = await signInHere(ann, 'the owner again');
    expect(await checkRecentAuth(again)).toBeNull();
    expect(await listNotices(ann)).toEqual(['method_found password']);
  });

  test('a new password is a step-up once its owner has kept it by an older method, not by that step-up alone', async () => {
    const ann = await signUpPerson(backend);
    await setPasswordAtAuth(ann, thiefsPassword);
    const signedIn = await signInHere(ann, thiefsPassword);
    await callAsServer(backend, 'ask_for_code', signedIn.bound);
    expect(await recordStepUp(signedIn, 'code')).toBeNull();
    expect(await listMethods(signedIn)).toEqual(['code']);
    const [found] = await listFound(signedIn);
    expect(await keep(signedIn, found?.id ?? '')).toBeNull();
    expect(await keep(signedIn, found?.id ?? '')).toBe('404 sign_in_method.unknown');
    expect(await listMethods(signedIn)).toEqual(['password', 'code']);
    expect(await checkRecentAuth(await signInHere(ann, thiefsPassword))).toBeNull();
  });

  test('a change is reported once, also by concurrent refreshes', async () => {
    const ann = await signUpPerson(backend);
    await setPasswordAtAuth(ann, thiefsPassword);
    await Promise.all(Array.from({ length: 8 }, () => touch(ann)));
    expect(await listNotices(ann)).toEqual(['method_found password']);
  });

  test('a password changed here is not reported, also if a response was lost', async () => {
    const ann = await signUpPerson(backend);
    const begin = { ...byAccount(ann), p_kind: 'password', p_reference: '' };
    done(await callAsServer(backend, 'begin_sign_in_method_change', begin));
    await setPasswordAtAuth(ann, 'changed, and nobody heard');
    expect(await checkRecentAuth(await signInHere(ann, 'changed, and nobody heard'))).toBeNull();
    expect(await listNotices(ann)).toEqual([]);
  });

  test("an attacker's password from before the owner's change here is not taken for that change", async () => {
    const ann = await signUpPerson(backend);
    await setPasswordAtAuth(ann, thiefsPassword);
    await changeHere(ann, 'password', '', async () => undefined);
    expect(await namesFound(ann)).toEqual(['password']);
    expect(await listMethods(ann)).toEqual(['code']);
  });

  test('no change of an unknown kind is announced', async () => {
    const asked = { ...byAccount(await signUpPerson(backend)), p_kind: 'something', p_reference: '' };
    expect((await callAsServer(backend, 'begin_sign_in_method_change', asked)).refusal).toBe(
      '400 request.unexpected',
    );
  });

  test('an announced change expires', async () => {
    const ann = await signUpPerson(backend);
    const begin = { ...byAccount(ann), p_kind: 'password', p_reference: '' };
    done(await callAsServer(backend, 'begin_sign_in_method_change', begin));
    done(await callAsServer(backend, 'test_end_expectations', byAccount(ann)));
    await setPasswordAtAuth(ann, thiefsPassword);
    expect(await checkRecentAuth(await signInHere(ann, thiefsPassword))).toBe(
      '403 auth.recent_auth_required',
    );
  });

  test('a password that Auth re-encrypts, also with a new key, is not reported; another one with the same key is', async () => {
    const ann = await signUpPerson(backend);
    const encrypted = (key: string, data: string) =>
      JSON.stringify({ key_id: key, alg: 'aes-gcm-hkdf', data, nonce: 'n' });
    for (const stored of [encrypted('one', 'a'), encrypted('two', 'b')]) {
      await storePassword(ann, stored);
      await touch(ann);
      expect(await listMethods(ann)).toEqual(['password', 'code']);
    }
    expect(await listNotices(ann)).toEqual([]);
    await storePassword(ann, encrypted('two', 'c'));
    await touch(ann);
    expect(await listMethods(ann)).toEqual(['code']);
    // An unknown password stays unknown after Auth re-encrypts it with another key.
    await storePassword(ann, encrypted('three', 'd'));
    await touch(ann);
    expect(await listMethods(ann)).toEqual(['code']);
  });
});

describe('M2, an authenticator', () => {
  test('an authenticator added at Auth does not lock the owner out', async () => {
    const ann = await signUpPerson(backend);
    await proveNewWallet(backend, ann);
    const thief = asPerson(await signInAtAuth(backend, ann.email));
    const { factorId } = await enrollAndProve(thief.client);
    // Auth ends sessions without the new factor.
    const owner = await signInHere(ann, firstPassword);
    expect(await listNotices(ann)).toEqual(['method_found authenticator']);
    expect(await checkRecentAuth(owner)).toBe('403 auth.second_factor_required');
    expect((await findPast(owner)).data).toMatchObject({
      email: ann.email,
      needsPassword: true,
      needsCode: true,
    });
    expect((await removePast(owner)).data).toEqual([factorId]);
    await changeHere(owner, 'authenticator', factorId, async () => {
      const { mfa } = connectClient(backend, backend.secretKey).auth.admin;
      const { error } = await mfa.deleteFactor({ userId: ann.bound.p_user_id, id: factorId });
      if (error) throw error;
    });
    expect(await checkRecentAuth(owner)).toBeNull();
    expect(await touch(owner)).toBe(true);
    expect(await listNotices(ann)).toEqual(['method_found authenticator']);
  });

  test('its code is no step-up, but older methods are', async () => {
    const ann = await signUpPerson(backend);
    await enrollAndProve(ann.client);
    expect(await listMethods(ann)).toEqual(['password', 'code']);
    await ageStepUp(backend, ann, '601 seconds');
    expect(await recordStepUp(ann, 'authenticator')).toBe('409 step_up.method_unknown');
    expect(accepted(await callAsServer(backend, 'list_known_authenticators', byAccount(ann)))).toEqual([]);
    expect(await recordStepUp(ann, 'password')).toBeNull();
    const [found] = await listFound(ann);
    expect(await keep(ann, found?.id ?? '')).toBeNull();
    expect(await listMethods(ann)).toEqual(['authenticator']);
  });

  test("an authenticator set up here can't be bypassed, whatever else was added at Auth", async () => {
    const ann = await signUpPerson(backend);
    const known = await setUpAuthenticator(backend, ann);
    const waiting = await signInHere(ann, firstPassword);
    expect((await findPast(waiting)).data).toBeNull();
    expect((await removePast(waiting)).refusal).toBe('403 auth.second_factor_required');
    await enrollAndProve(ann.client, 'Tablet');
    await touch(ann);
    const later = await signInHere(ann, firstPassword);
    expect((await findPast(later)).data).toBeNull();
    expect((await removePast(later)).refusal).toBe('403 auth.second_factor_required');
    expect(await listMethods(ann)).toEqual(['authenticator']);
    expect(accepted(await callAsServer(backend, 'list_known_authenticators', byAccount(ann)))).toEqual([
      known.factorId,
    ]);
    expect(await recordStepUp(ann, 'password')).toBe('403 auth.second_factor_required');
  });

  test('the code of an authenticator added at Auth does not replace that of one set up here', async () => {
    const ann = await signUpPerson(backend);
    const known = await setUpAuthenticator(backend, ann);
    const external = await enrollAndProve(ann.client, 'Tablet');
    const thief = await signInHere(ann, firstPassword);
    await giveCode(thief.client, external);
    expect(await checkRecentAuth(thief)).toBe('403 auth.recent_auth_required');
    const [found] = await listFound(thief);
    expect(found).toMatchObject({ kind: 'authenticator' });
    expect(await keep(thief, found?.id ?? '')).toBe('403 auth.recent_auth_required');
    const owner = await signInHere(ann, firstPassword);
    await giveCode(owner.client, known);
    expect(await checkRecentAuth(owner)).toBeNull();
    expect(await keep(owner, found?.id ?? '')).toBeNull();
    // Confirmed by the owner, it counts like the other one.
    expect(await checkRecentAuth(thief)).toBeNull();
  });

  test("two emails to the same mailbox don't bypass it, and one sign-in method alone doesn't either", async () => {
    const ann = await signUpPerson(backend);
    const byMail = await Promise.all(
      ['code', 'link', 'recovery', 'confirmation'].map((method) => signInHere(ann, firstPassword, method)),
    );
    const byWallet = await signInHere(ann, firstPassword, 'wallet');
    await changeHere(ann, 'password', '', () => storePassword(ann, ''));
    await addExternalFactor(ann);
    for (const mailbox of byMail) {
      expect((await findPast(mailbox)).data).toBeNull();
      expect((await removePast(mailbox)).refusal).toBe('403 auth.second_factor_required');
    }
    expect((await findPast(byWallet)).data).toMatchObject({ needsPassword: false, needsCode: true });
    done(await callAsServer(backend, 'test_unconfirm_email', byAccount(ann)));
    expect((await findPast(byWallet)).data).toBeNull();
    expect((await removePast(byWallet)).refusal).toBe('403 auth.second_factor_required');
  });

  test('a session begun by email needs the password, and one begun by password an emailed code', async () => {
    const ann = await signUpPerson(backend);
    const byMail = await signInHere(ann, firstPassword, 'code');
    const byPassword = await signInHere(ann, firstPassword);
    await addExternalFactor(ann);
    for (const waiting of [byMail, byPassword])
      expect((await findPast(waiting)).data).toMatchObject({ needsPassword: true, needsCode: true });
    done(await callAsServer(backend, 'test_unconfirm_email', byAccount(ann)));
    expect((await findPast(byMail)).data).toMatchObject({ needsPassword: true, needsCode: false });
    expect((await findPast(byPassword)).data).toBeNull();
  });

  test.each(['phone', 'webauthn'])('a second factor of kind %s is removed the same way', async (type) => {
    const ann = await signUpPerson(backend);
    const id = await addExternalFactor(ann, type);
    expect(await checkRecentAuth(ann)).toBe('403 auth.second_factor_required');
    const owner = await signInHere(ann, firstPassword);
    expect((await removePast(owner)).data).toEqual([id]);
  });

  test("a sign-in method that was itself added at Auth can't bypass it", async () => {
    const ann = await signUpPerson(backend);
    await setPasswordAtAuth(ann, thiefsPassword);
    await enrollAndProve(ann.client);
    const thief = await signInHere(ann, thiefsPassword);
    expect((await findPast(thief)).data).toBeNull();
    expect((await removePast(thief)).refusal).toBe('403 auth.second_factor_required');
  });

  test("an attacker who set both a password and an authenticator does not lock out the mailbox's owner", async () => {
    const ann = await signUpPerson(backend);
    await setPasswordAtAuth(ann, thiefsPassword);
    const { factorId } = await enrollAndProve(ann.client);
    const owner = await signInHere(ann, thiefsPassword, 'code');
    expect((await findPast(owner)).data).toMatchObject({ needsPassword: false, needsCode: true });
    expect((await removePast(owner)).data).toEqual([factorId]);
  });

  test('an authenticator removed at Auth is reported, one removed here is not', async () => {
    const ann = await signUpPerson(backend);
    const { factorId } = await setUpAuthenticator(backend, ann);
    await changeHere(ann, 'authenticator', factorId, () => ann.client.auth.mfa.unenroll({ factorId }));
    expect(await listNotices(ann)).toEqual([]);
    const second = await setUpAuthenticator(backend, ann);
    await ann.client.auth.mfa.unenroll({ factorId: second.factorId });
    await touch(ann);
    expect(await listNotices(ann)).toEqual(['method_lost authenticator']);
  });

  test("an ended session or another account's finds and removes nothing", async () => {
    const ann = await signUpPerson(backend);
    const bob = await signUpPerson(backend);
    const mixed = { ...ann, bound: { ...ann.bound, p_session_id: bob.bound.p_session_id } };
    for (const answer of [await findPast(mixed), await removePast(mixed)])
      expect(answer.refusal).toBe('401 auth.signed_out');
    await setPasswordAtAuth(ann, thiefsPassword);
    await touch(ann);
    const [found] = await listFound(ann);
    expect(await keep(bob, found?.id ?? '')).toBe('404 sign_in_method.unknown');
    const ended = await signInHere(bob, firstPassword);
    await callAsServer(backend, 'end_session', { ...ended.bound, p_target: ended.bound.p_session_id });
    for (const answer of [await findPast(ended), await removePast(ended)])
      expect(answer.refusal).toBe('401 auth.signed_out');
  });
});

describe('L6, a linked account', () => {
  test("a stranger's GitHub linked at Auth can sign in but change nothing, and the owner is notified", async () => {
    const ann = await signUpPerson(backend);
    await setUpAuthenticator(backend, ann);
    await linkAtAuth(ann, 'github', 'stranger@example.com');
    const stranger = await signInHere(ann, firstPassword, 'github');
    expect(await checkRecentAuth(stranger)).toBe('403 auth.second_factor_required');
    expect(await listNotices(ann)).toEqual(['method_found github']);
    expect(await namesFound(ann)).toEqual(['github']);
    // The owner, who signed in with another method, isn't affected and can remove it.
    expect(await checkRecentAuth(ann)).toBeNull();
  });

  test('the same without an authenticator', async () => {
    const ann = await signUpPerson(backend);
    await linkAtAuth(ann, 'github', 'stranger@example.com');
    const stranger = await signInHere(ann, firstPassword, 'github');
    expect(await checkRecentAuth(stranger)).toBe('403 auth.recent_auth_required');
    expect(await checkRecentAuth(await signInHere(ann, firstPassword))).toBeNull();
  });

  test('a linked account with the same verified email is trusted', async () => {
    const ann = await signUpPerson(backend);
    await linkAtAuth(ann, 'github', ann.email);
    expect(await checkRecentAuth(await signInHere(ann, firstPassword, 'github'))).toBeNull();
    expect(await listNotices(ann)).toEqual([]);
  });

  test('a link made here is not reported, another one in the same minutes is', async () => {
    const ann = await signUpPerson(backend);
    await changeHere(ann, 'identity', 'github', () => linkAtAuth(ann, 'github', 'work@example.com'));
    expect(await listNotices(ann)).toEqual([]);
    await changeHere(ann, 'identity', 'github', () => linkAtAuth(ann, 'google', 'thief@example.com'));
    expect(await listNotices(ann)).toEqual(['method_found google']);
  });

  test('a link removed at Auth is reported', async () => {
    const ann = await signUpPerson(backend);
    await changeHere(ann, 'identity', 'github', () => linkAtAuth(ann, 'github', 'work@example.com'));
    done(await callAsServer(backend, 'test_unlink_identities', byAccount(ann)));
    await touch(ann);
    expect(await listNotices(ann)).toEqual(['method_lost github']);
  });
});

describe('an email address', () => {
  const changeAtAuth = async (person: Person, email: string) =>
    done(await callAsServer(backend, 'test_change_email', { ...byAccount(person), p_email: email }));
  const recipients = async (person: Person) => {
    const claimed = accepted(
      await callAsServer<{ kind: string; recipient: string | null }[]>(backend, 'claim_outbox', {
        p_at_most: 1000,
      }),
    );
    return claimed.filter(({ recipient }) => recipient?.includes(person.email.split('@')[0] ?? '-'));
  };

  test('changed at Auth gives no step-up by its codes, and the known address is notified', async () => {
    const ann = await signUpPerson(backend);
    await changeAtAuth(ann, `thief-${ann.email}`);
    const thief = { ...ann, email: `thief-${ann.email}` };
    const byCode = await signInHere(thief, firstPassword, 'code');
    expect(await checkRecentAuth(byCode)).toBe('403 auth.recent_auth_required');
    expect(await listMethods(ann)).toEqual(['password']);
    expect(await recordStepUp(byCode, 'code')).toBe('409 step_up.method_unknown');
    expect(await namesFound(ann)).toEqual(['email']);
    expect(await recipients(ann)).toEqual([
      expect.objectContaining({ kind: 'method_found', recipient: ann.email }),
    ]);
    // Confirmed by the password, the new email counts as the owner's.
    const byPassword = await signInHere(thief, firstPassword);
    const [found] = await listFound(byPassword);
    expect(await keep(byPassword, found?.id ?? '')).toBeNull();
    expect(await listMethods(ann)).toEqual(['password', 'code']);
  });

  test('changed here is not reported', async () => {
    const ann = await signUpPerson(backend);
    const next = `next-${ann.email}`;
    await changeHere(ann, 'email', next.toUpperCase(), () => changeAtAuth(ann, next));
    expect(await listNotices(ann)).toEqual([]);
    expect(await listMethods(ann)).toEqual(['password', 'code']);
  });
});

test('sign-in methods from before the first sign-in here are trusted and not reported', async () => {
  const ann = await signUpPerson(backend);
  expect(await listFound(ann)).toEqual([]);
  expect(await listNotices(ann)).toEqual([]);
});

test('a session begun with an older method and raised by an external authenticator counts as step-up', async () => {
  const ann = await signUpPerson(backend);
  const thief = asPerson(await signInAtAuth(backend, ann.email));
  const enrolled = await enrollAndProve(thief.client);
  const owner = await signInHere(ann, firstPassword);
  await giveCode(owner.client, enrolled);
  expect(await checkRecentAuth(owner)).toBeNull();
  expect(await namesFound(owner)).toEqual(['authenticator']);
});
