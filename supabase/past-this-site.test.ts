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

/** Signs in at the site, which records the session first of all. */
async function signInHere(person: Person, password: string, method = 'password'): Promise<Person> {
  const signedIn = await signInAtAuth(backend, person.email, password);
  await recordAsSite(backend, signedIn.session, method);
  return asPerson(signedIn);
}

/** The changes that anyone with an access token can make at Auth. */
async function setPasswordAtAuth({ client }: Person, password: string): Promise<void> {
  const { error } = await client.auth.updateUser({ password });
  if (error) throw error;
}

/** For functions without a result. */
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
  accepted(await callAsServer<Found[]>(backend, 'list_unannounced_sign_in_methods', bound));
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
/** A second factor set up past this site, while the sessions of before live on. */
const addExternalFactor = async (person: Person, type = 'totp') =>
  accepted(
    await callAsServer<string>(backend, 'test_add_foreign_factor', { ...byAccount(person), p_type: type }),
  );
const storePassword = async (person: Person, stored: string) =>
  done(await callAsServer(backend, 'test_store_password', { ...byAccount(person), p_stored: stored }));

describe('M2, a password', () => {
  test('a password set straight at Auth with a stolen token signs in but changes nothing', async () => {
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

  test('its owner gets in by mail, which is a step-up, and a password set here ends the story', async () => {
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

  test('a new password gives step-up once an older means has confirmed it, and not by the confirming alone', async () => {
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

  test('one found twice is told of once, also by many refreshes at once', async () => {
    const ann = await signUpPerson(backend);
    await setPasswordAtAuth(ann, thiefsPassword);
    await Promise.all(Array.from({ length: 8 }, () => touch(ann)));
    expect(await listNotices(ann)).toEqual(['method_found password']);
  });

  test('one changed here is nothing to tell, also where the answer was lost', async () => {
    const ann = await signUpPerson(backend);
    const begin = { ...byAccount(ann), p_kind: 'password', p_reference: '' };
    done(await callAsServer(backend, 'begin_sign_in_method_change', begin));
    await setPasswordAtAuth(ann, 'changed, and nobody heard');
    expect(await checkRecentAuth(await signInHere(ann, 'changed, and nobody heard'))).toBeNull();
    expect(await listNotices(ann)).toEqual([]);
  });

  test('what a thief set before the owner changes anything here is not taken for the change', async () => {
    const ann = await signUpPerson(backend);
    await setPasswordAtAuth(ann, thiefsPassword);
    await changeHere(ann, 'password', '', async () => undefined);
    expect(await namesFound(ann)).toEqual(['password']);
    expect(await listMethods(ann)).toEqual(['code']);
  });

  test('what was expected here is not expected for ever', async () => {
    const ann = await signUpPerson(backend);
    const begin = { ...byAccount(ann), p_kind: 'password', p_reference: '' };
    done(await callAsServer(backend, 'begin_sign_in_method_change', begin));
    done(await callAsServer(backend, 'test_end_expectations', byAccount(ann)));
    await setPasswordAtAuth(ann, thiefsPassword);
    expect(await checkRecentAuth(await signInHere(ann, thiefsPassword))).toBe(
      '403 auth.recent_auth_required',
    );
  });

  test('one that Auth encrypts by itself, or with a new key, raises no alarm, and one of the same key does', async () => {
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
    // An unknown password stays unknown, also once Auth has written it with another key.
    await storePassword(ann, encrypted('three', 'd'));
    await touch(ann);
    expect(await listMethods(ann)).toEqual(['code']);
  });
});

describe('M2, an authenticator', () => {
  test('a factor enrolled straight at Auth does not lock the owner out', async () => {
    const ann = await signUpPerson(backend);
    await proveNewWallet(backend, ann);
    const thief = asPerson(await signInAtAuth(backend, ann.email));
    const { factorId } = await enrollAndProve(thief.client);
    // Auth ends what gave no code.
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

  test('its code confirms nothing, and what is older does', async () => {
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

  test('one that was set up here has no way past it, whatever else was set up elsewhere', async () => {
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

  test('the code of one set up elsewhere stands in for none that was set up here', async () => {
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
    // Kept by its owner, it is as good as the other.
    expect(await checkRecentAuth(thief)).toBeNull();
  });

  test('the same mailbox twice is no way past one, nor is a way in alone', async () => {
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

  test('whoever came by mail needs the password, and whoever came by password a mailed code', async () => {
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

  test.each(['phone', 'webauthn'])('a second factor of the kind %s is removed the same way', async (type) => {
    const ann = await signUpPerson(backend);
    const id = await addExternalFactor(ann, type);
    expect(await checkRecentAuth(ann)).toBe('403 auth.second_factor_required');
    const owner = await signInHere(ann, firstPassword);
    expect((await removePast(owner)).data).toEqual([id]);
  });

  test('a way in that was itself set up elsewhere finds no way past', async () => {
    const ann = await signUpPerson(backend);
    await setPasswordAtAuth(ann, thiefsPassword);
    await enrollAndProve(ann.client);
    const thief = await signInHere(ann, thiefsPassword);
    expect((await findPast(thief)).data).toBeNull();
    expect((await removePast(thief)).refusal).toBe('403 auth.second_factor_required');
  });

  test('a thief who set both a password and an authenticator locks nobody out who has the mailbox', async () => {
    const ann = await signUpPerson(backend);
    await setPasswordAtAuth(ann, thiefsPassword);
    const { factorId } = await enrollAndProve(ann.client);
    const owner = await signInHere(ann, thiefsPassword, 'code');
    expect((await findPast(owner)).data).toMatchObject({ needsPassword: false, needsCode: true });
    expect((await removePast(owner)).data).toEqual([factorId]);
  });

  test('one removed straight at Auth is told of, and one removed here is not', async () => {
    const ann = await signUpPerson(backend);
    const { factorId } = await setUpAuthenticator(backend, ann);
    await changeHere(ann, 'authenticator', factorId, () => ann.client.auth.mfa.unenroll({ factorId }));
    expect(await listNotices(ann)).toEqual([]);
    const second = await setUpAuthenticator(backend, ann);
    await ann.client.auth.mfa.unenroll({ factorId: second.factorId });
    await touch(ann);
    expect(await listNotices(ann)).toEqual(['method_lost authenticator']);
  });

  test('nobody finds or removes anything in a session that has ended or is somebody else’s', async () => {
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

describe('L6, a way in', () => {
  test("a stranger's GitHub linked straight at Auth signs in but changes nothing, and its owner is told", async () => {
    const ann = await signUpPerson(backend);
    await setUpAuthenticator(backend, ann);
    await linkAtAuth(ann, 'github', 'stranger@example.com');
    const stranger = await signInHere(ann, firstPassword, 'github');
    expect(await checkRecentAuth(stranger)).toBe('403 auth.second_factor_required');
    expect(await listNotices(ann)).toEqual(['method_found github']);
    expect(await namesFound(ann)).toEqual(['github']);
    // Its owner, who came another way, goes on as before and can remove it.
    expect(await checkRecentAuth(ann)).toBeNull();
  });

  test('the same without an authenticator', async () => {
    const ann = await signUpPerson(backend);
    await linkAtAuth(ann, 'github', 'stranger@example.com');
    const stranger = await signInHere(ann, firstPassword, 'github');
    expect(await checkRecentAuth(stranger)).toBe('403 auth.recent_auth_required');
    expect(await checkRecentAuth(await signInHere(ann, firstPassword))).toBeNull();
  });

  test("one that vouches for the account's own address is no stranger's", async () => {
    const ann = await signUpPerson(backend);
    await linkAtAuth(ann, 'github', ann.email);
    expect(await checkRecentAuth(await signInHere(ann, firstPassword, 'github'))).toBeNull();
    expect(await listNotices(ann)).toEqual([]);
  });

  test('one added here is nothing to tell, another one of the same minutes is', async () => {
    const ann = await signUpPerson(backend);
    await changeHere(ann, 'identity', 'github', () => linkAtAuth(ann, 'github', 'work@example.com'));
    expect(await listNotices(ann)).toEqual([]);
    await changeHere(ann, 'identity', 'github', () => linkAtAuth(ann, 'google', 'thief@example.com'));
    expect(await listNotices(ann)).toEqual(['method_found google']);
  });

  test('one removed straight at Auth is told of', async () => {
    const ann = await signUpPerson(backend);
    await changeHere(ann, 'identity', 'github', () => linkAtAuth(ann, 'github', 'work@example.com'));
    done(await callAsServer(backend, 'test_unlink_identities', byAccount(ann)));
    await touch(ann);
    expect(await listNotices(ann)).toEqual(['method_lost github']);
  });
});

describe('an e-mail', () => {
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

  test('changed straight at Auth gives no step-up by its codes, and the address we knew is told', async () => {
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
    // Kept by the password, the new one is its owner's.
    const byPassword = await signInHere(thief, firstPassword);
    const [found] = await listFound(byPassword);
    expect(await keep(byPassword, found?.id ?? '')).toBeNull();
    expect(await listMethods(ann)).toEqual(['password', 'code']);
  });

  test('changed here is nothing to tell', async () => {
    const ann = await signUpPerson(backend);
    const next = `next-${ann.email}`;
    await changeHere(ann, 'email', next.toUpperCase(), () => changeAtAuth(ann, next));
    expect(await listNotices(ann)).toEqual([]);
    expect(await listMethods(ann)).toEqual(['password', 'code']);
  });
});

test('an account that signs in here for the first time brings its means along, and is told of none', async () => {
  const ann = await signUpPerson(backend);
  expect(await listFound(ann)).toEqual([]);
  expect(await listNotices(ann)).toEqual([]);
});

test('no person reads or calls any of it, whatever token they hold', async () => {
  const ann = await signUpPerson(backend);
  const calls = {
    begin_sign_in_method_change: { ...byAccount(ann), p_kind: 'password', p_reference: '' },
    finish_sign_in_method_change: { ...byAccount(ann), p_kind: 'password' },
    list_known_authenticators: byAccount(ann),
    list_unannounced_sign_in_methods: ann.bound,
    keep_sign_in_method: { ...ann.bound, p_method_id: ann.bound.p_user_id, p_device: null },
    find_authenticator_recovery: ann.bound,
    begin_authenticator_recovery: ann.bound,
  };
  for (const [name, parameters] of Object.entries(calls)) {
    const { error } = await ann.client.rpc(name, parameters);
    expect([name, error?.code]).toEqual([name, '42501']);
  }
  const malformed = { ...byAccount(ann), p_kind: 'something', p_reference: '' };
  expect((await callAsServer(backend, 'begin_sign_in_method_change', malformed)).refusal).toBe(
    '400 request.unexpected',
  );
});

test('with the code of a foreign authenticator given, a session that began by older means counts as step-up', async () => {
  const ann = await signUpPerson(backend);
  const thief = asPerson(await signInAtAuth(backend, ann.email));
  const enrolled = await enrollAndProve(thief.client);
  const owner = await signInHere(ann, firstPassword);
  await giveCode(owner.client, enrolled);
  expect(await checkRecentAuth(owner)).toBeNull();
  expect(await namesFound(owner)).toEqual(['authenticator']);
});
