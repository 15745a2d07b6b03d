import { holdBackend, postAuth, shareLocalSupabase } from 'local-supabase/testing';
import {
  accepted,
  callAsServer,
  describeChallenge,
  issue,
  makeAddress,
  type Person,
  proveNewWallet,
  readActivity,
  signUpPerson,
} from './testing/person.ts';

/** Fills the limits of a minute with changes and challenges an hour ahead, so that the minute can't end during the test. */
const fillMinute = `
create function countersign.test_fill_minute(p_user_id uuid) returns void language sql security definer set search_path = '' as $$
  insert into countersign.activity_events (user_id, kind, created_at)
  select p_user_id, 'account_renamed', now() + interval '1 hour' + place * interval '1 millisecond' from generate_series(1, 60) place;
  update countersign_private.challenges c set issued_at = c.issued_at + interval '1 hour', expires_at = c.expires_at + interval '1 hour'
  where c.user_id = p_user_id
$$;
grant execute on function countersign.test_fill_minute(uuid) to service_role;
`;

const backend = holdBackend(() =>
  shareLocalSupabase('ways-in', {
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' },
    extraMigrations: { '20990101000000_fill_minute.sql': fillMinute },
  }),
);

const device = { p_device: 'Firefox on Linux' };

function rename(person: Person, name: string | null) {
  return callAsServer(backend, 'set_display_name', { ...person.bound, ...device, p_display_name: name });
}

function describeMethods(person: Person) {
  return callAsServer<Record<string, unknown>>(backend, 'describe_sign_in_methods', person.bound);
}

/** For functions without a result. */
async function expectDone(change: ReturnType<typeof rename>) {
  expect((await change).refusal).toBeNull();
}

async function readName(person: Person) {
  const { data } = await person.client.from('accounts').select('display_name').single();
  return data?.display_name as string | null;
}

test('a name may use letters of any script but no misleading ones, and its change is in the activity', async () => {
  const person = await signUpPerson(backend);
  const attacks = [
    'a\nb',
    'x'.repeat(33),
    '<b>',
    '\u202eAda',
    'Ada\u200b',
    'eve" (ID 1111-1111)',
    'Nonce: 1',
    'Zoe\u0308',
  ];
  for (const name of [
    '',
    ' ',
    ' Ada',
    'Ada ',
    ...attacks,
    '\u3164',
    'аdа',
    'ID 9H4M',
    'ＩＤ 9H4M',
    '9H4M-1T7V',
    '”',
  ])
    expect([name, (await rename(person, name)).refusal]).toEqual([name, '400 account.name_invalid']);
  for (const name of ['José Núñez', '山田太郎', 'Ada L.']) {
    await expectDone(rename(person, name));
    expect(await readName(person)).toBe(name);
  }
  await expectDone(rename(person, 'Ada L.'));
  await expectDone(rename(person, null));
  expect(await readName(person)).toBeNull();
  expect(await readActivity(person)).toEqual(Array(4).fill('account_renamed'));
});

test('returns when the password was last changed here, and null if it never was', async () => {
  const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
  const readDate = async (person: Person) => (await describeMethods(person)).data?.passwordChangedAt;
  expect(await readDate(ann)).toBeNull();
  for (const _time of ['first', 'second'])
    await callAsServer(backend, 'record_event', {
      ...{ p_user_id: ann.bound.p_user_id, p_kind: 'password_changed', p_details: {}, p_device: null },
    });
  const { data } = await ann.client
    .from('activity_events')
    .select('created_at')
    .order('id', { ascending: false });
  expect(Date.parse(String(await readDate(ann)))).toBe(Date.parse(data?.[0]?.created_at));
  expect(await readDate(bob)).toBeNull();
});

test('allows sixty changes of a name a minute', async () => {
  const person = await signUpPerson(backend);
  await expectDone(rename(person, 'The first'));
  await expectDone(callAsServer(backend, 'test_fill_minute', { p_user_id: person.bound.p_user_id }));
  const refused = await rename(person, 'One more');
  expect(refused.refusal).toBe('429 account.too_many_changes');
  expect(Number(refused.details)).toBeGreaterThan(0);
});

test('the wait is at most a minute, also if a counted row is from a transaction that began later', async () => {
  const person = await signUpPerson(backend);
  // Uses the first of ten challenges.
  const { walletId } = await proveNewWallet(backend, person);
  for (let count = 1; count < 10; count += 1) await issue(backend, person, makeAddress());
  await expectDone(callAsServer(backend, 'test_fill_minute', { p_user_id: person.bound.p_user_id }));
  const refused = [
    await rename(person, 'One more'),
    await callAsServer(backend, 'label_wallet', {
      ...person.bound,
      ...device,
      p_wallet_id: walletId,
      p_label: 'One more',
    }),
    await callAsServer(backend, 'issue_challenge', describeChallenge(person, makeAddress())),
  ];
  expect(refused).toMatchObject([
    { refusal: '429 account.too_many_changes', details: '60' },
    { refusal: '429 wallet.too_many_changes', details: '60' },
    { refusal: '429 proof.too_many_challenges', details: '60' },
  ]);
});

test('sign-in methods include the password, and the addresses that have yet to confirm an email change', async () => {
  const person = await signUpPerson(backend);
  const waiting = async () => {
    const ways = accepted(await describeMethods(person));
    return [ways?.email, ways?.emailChange];
  };
  expect(accepted(await describeMethods(person))).toMatchObject({
    email: person.email,
    hasPassword: true,
    identities: [{ provider: 'email', email: person.email }],
  });
  expect(await waiting()).toEqual([person.email, null]);
  const email = `new-${person.email}`;
  const { error } = await person.client.auth.updateUser({ email });
  expect(error).toBeNull();
  expect(await waiting()).toEqual([person.email, { to: email, waitsForOld: true, waitsForNew: true }]);
  const agree = async (address: string) => {
    const { code } = await backend.newestMailTo(address);
    const answer = await postAuth(backend, '/verify', { type: 'email_change', email: address, token: code });
    expect(answer.status).toBe(200);
  };
  await agree(person.email);
  expect(await waiting()).toEqual([person.email, { to: email, waitsForOld: false, waitsForNew: true }]);
  await agree(email);
  expect(await waiting()).toEqual([email, null]);
});

test('a proven wallet is a sign-in method, whether or not Auth knows it', async () => {
  const person = await signUpPerson(backend);
  const walletsThatSignIn = async () => accepted(await describeMethods(person))?.walletsThatSignIn;
  expect(await walletsThatSignIn()).toBe(0);
  const { walletId } = await proveNewWallet(backend, person);
  expect(await walletsThatSignIn()).toBe(1);
  await expectDone(
    callAsServer(backend, 'remove_wallet', { ...person.bound, ...device, p_wallet_id: walletId }),
  );
  expect(await walletsThatSignIn()).toBe(0);
});
