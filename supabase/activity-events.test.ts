import { signInAtAuth } from 'local-supabase/testing';
import {
  accepted,
  asPerson,
  callAsServer,
  type Person,
  prove,
  proveNewWallet,
  readActivity,
  signInAgain,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const recordActivity = (person: Person, kind: string, details: Record<string, unknown> = {}) =>
  callAsServer(backend, 'record_event', {
    p_user_id: person.bound.p_user_id,
    p_kind: kind,
    p_details: details,
    p_device: 'Firefox on Linux',
  });

const refuse = (email: string) =>
  callAsServer(backend, 'record_refused_sign_in', { p_email: email, p_method: 'password', p_device: null });

type Listed = { kind: string; address: string; label: string | null; hasWallet: boolean; id: number };

async function list({ bound }: Person, show = 'all', p_before = 1e9, p_limit = 51): Promise<Listed[]> {
  const given = { ...bound, p_show: show, p_since: '-infinity', p_until: 'infinity', p_before, p_limit };
  return accepted(await callAsServer<{ events: Listed[] }>(backend, 'list_activity', given)).events;
}

interface Notice {
  kind: string;
  details: Record<string, string>;
  user_id: string;
}

async function noticesOf({ bound }: Person): Promise<Notice[]> {
  const notices = accepted(await callAsServer<Notice[]>(backend, 'test_read_notices'));
  return notices.filter(({ user_id }) => user_id === bound.p_user_id);
}

test('keeps the details of an event kind, drops others, and refuses unknown kinds', async () => {
  const ann = await signUpPerson(backend);
  const steps = { method: 'password', second_step: 'authenticator' };
  await recordActivity(ann, 'signed_in', { ...steps, password: 'hunter2', name: 'x' });
  expect((await recordActivity(ann, 'something_else')).refusal).toBe('400 request.unexpected');
  const { data } = await ann.client.from('activity_events').select('kind,details,device');
  expect(data).toEqual([{ kind: 'signed_in', details: steps, device: 'Firefox on Linux' }]);
  expect(await noticesOf(ann)).toEqual([]);
});

test('records a name or label before and after its change, and its removal', async () => {
  const ann = await signUpPerson(backend);
  const { walletId } = await proveNewWallet(backend, ann);
  for (const name of ['Ann', null]) {
    const bound = { ...ann.bound, p_device: null };
    await callAsServer(backend, 'set_display_name', { ...bound, p_display_name: name });
    await callAsServer(backend, 'label_wallet', { ...bound, p_wallet_id: walletId, p_label: name });
  }
  const { data } = await ann.client
    .from('activity_events')
    .select('kind,details')
    .neq('kind', 'wallet_proven')
    .order('id');
  expect(data).toMatchObject([
    { kind: 'account_renamed', details: { before: '', name: 'Ann' } },
    { kind: 'wallet_label_changed', details: { before: '', label: 'Ann' } },
    { kind: 'account_renamed', details: { before: 'Ann', name: '' } },
    { kind: 'wallet_label_changed', details: { before: 'Ann', label: '' } },
  ]);
});

test('shows each kind of event in exactly one part of the activity, newest first from any entry on', async () => {
  const ann = await signUpPerson(backend);
  const kinds = 'signed_in sign_in_refused wallet_proven app_ended password_changed sessions_ended';
  for (const kind of kinds.split(' ')) await recordActivity(ann, kind);
  const show = async (part: string, before?: number) =>
    (await list(ann, part, before))
      .map(({ kind }) => kind)
      .toReversed()
      .join(' ');
  expect(await show('all')).toBe(kinds);
  const parts = await Promise.all(['sign-ins', 'wallets', 'apps', 'security'].map((part) => show(part)));
  const [signIns, security] = ['signed_in sign_in_refused', 'password_changed sessions_ended'];
  expect(parts).toEqual([signIns, 'wallet_proven', 'app_ended', security]);
  const [last] = await list(ann);
  expect(await show('security', last?.id)).toBe('password_changed');
  expect(await list(ann, 'all', last?.id, 1)).toMatchObject([{ kind: 'password_changed' }]);
});

test("shows a wallet's current label, and that it is removed", async () => {
  const ann = await signUpPerson(backend);
  const [named, other] = [await proveNewWallet(backend, ann), await proveNewWallet(backend, ann)];
  const change = (name: string, given: Record<string, unknown> = {}) =>
    callAsServer(backend, name, { ...ann.bound, p_device: null, p_wallet_id: named.walletId, ...given });
  const read = async () => {
    const proven = (await list(ann, 'wallets')).filter(({ kind }) => kind === 'wallet_proven');
    return new Map(proven.map(({ address, label, hasWallet }) => [address, hasWallet ? label : undefined]));
  };
  for (const label of ['Savings', 'Cold']) await change('label_wallet', { p_label: label });
  expect(await read()).toEqual(
    new Map([
      [named.address, 'Cold'],
      [other.address, null],
    ]),
  );
  await change('remove_wallet');
  expect(await read()).toEqual(
    new Map([
      [named.address, undefined],
      [other.address, null],
    ]),
  );
});

test("an event names its session, whose place it shows until that session's row is deleted", async () => {
  const ann = await signUpPerson(backend);
  const phone = asPerson(await signInAtAuth(backend, ann.email));
  const call = (name: string, given: Record<string, unknown>) =>
    callAsServer(backend, name, {
      ...given,
      p_device: name === 'record_session' ? 'Safari on iPhone' : null,
    });
  const [p_location, p_method] = ['Lisbon, Portugal', 'password'];
  await call('record_session', { ...phone.bound, p_location, p_method });
  await call('set_display_name', { ...phone.bound, p_display_name: 'Ann' });
  const read = () => list(ann);
  const event = { device: 'Safari on iPhone', sessionId: phone.bound.p_session_id };
  expect(await read()).toMatchObject([{ ...event, location: p_location, hasSessionEnded: false }]);
  await callAsServer(backend, 'end_session', { ...ann.bound, p_target: event.sessionId });
  expect(await read()).toMatchObject([{ ...event, location: p_location, hasSessionEnded: true }]);
  const aged = { p_session_id: event.sessionId, p_age: '91 days' };
  await callAsServer(backend, 'test_age_session', aged);
  await signInAgain(backend, ann.email);
  expect(await read()).toMatchObject([{ ...event, location: null, hasSessionEnded: true }]);
});

test("an event never names another account's session", async () => {
  const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
  const given = {
    p_user_id: ann.bound.p_user_id,
    p_acting_session_id: bob.bound.p_session_id,
    p_details: {},
  };
  await callAsServer(backend, 'record_event', { ...given, p_kind: 'sessions_ended', p_device: null });
  // Bob's session moves Ann's wallet: two events of one transaction.
  const { address } = await proveNewWallet(backend, ann);
  await prove(backend, bob, address, 'move');
  const { data } = await ann.client.from('activity_events').select('kind,session_id,device').order('id');
  expect(data).toMatchObject([
    { kind: 'sessions_ended', session_id: null, device: null },
    { kind: 'wallet_proven', session_id: ann.bound.p_session_id },
    { kind: 'wallet_moved_away', session_id: null, device: null },
  ]);
});

test('notifies the old address of an email change too, and stores it nowhere else', async () => {
  const ann = await signUpPerson(backend);
  await recordActivity(ann, 'email_changed', { also_to: 'before@example.test' });
  expect((await noticesOf(ann)).map(({ details }) => details.to ?? null)).toEqual([
    null,
    'before@example.test',
  ]);
  const { data } = await ann.client.from('activity_events').select('details');
  expect(data).toEqual([{ details: {} }]);
});

test('notifies the owner of a new wallet by email', async () => {
  const ann = await signUpPerson(backend);
  const { address } = await proveNewWallet(backend, ann);
  expect(await noticesOf(ann)).toMatchObject([{ kind: 'wallet_proven', details: { address } }]);
});

test('refused sign-ins record at most five events an hour, and none on other accounts', async () => {
  const ann = await signUpPerson(backend);
  await recordActivity(ann, 'signed_in', { method: 'password' });
  const answers = await Promise.all(Array.from({ length: 12 }, () => refuse(ann.email.toUpperCase())));
  expect(answers.map(({ refusal }) => refusal)).toEqual(Array(12).fill(null));
  expect((await refuse('nobody@example.test')).refusal).toBeNull();
  expect(await readActivity(ann)).toEqual([...Array<string>(5).fill('sign_in_refused'), 'signed_in']);
});

test('records a sign-in once per session, and emails a notice unless the browser is known or the account new', async () => {
  const ann = await signUpPerson(backend);
  const mails = async () => (await noticesOf(ann)).map(({ kind }) => kind);
  const signIn = ({ bound }: Person, isKnown: boolean) =>
    callAsServer(backend, 'record_sign_in', {
      ...bound,
      p_is_known_browser: isKnown,
      p_details: { method: 'password' },
      p_device: null,
    });
  await Promise.all(Array.from({ length: 5 }, () => signIn(ann, false)));
  expect([await readActivity(ann), await mails()]).toEqual([['signed_in'], []]);
  await signIn(await signInAgain(backend, ann.email), true);
  const foreign = await signInAgain(backend, ann.email);
  await Promise.all(Array.from({ length: 5 }, () => signIn(foreign, false)));
  expect(await readActivity(ann)).toEqual(['signed_in_elsewhere', 'signed_in', 'signed_in']);
  expect(await mails()).toEqual(['signed_in_elsewhere']);
});
