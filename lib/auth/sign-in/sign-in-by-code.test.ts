import {
  connectClient,
  firstPassword,
  holdBackend,
  makeEmail,
  postAuth,
  startLocalSupabase,
} from 'local-supabase/testing';
import { addUser } from '../../../supabase/testing/person';
import { passTime } from '../../testing/pass-time';
import { pointSiteAt } from '../../testing/point-site-at';
import { readSignedIn, switchBrowser } from '../../testing/wallet-visitor';

jest.mock('next/server', () => ({ after: (work: unknown) => typeof work === 'function' && work() }));

/** Overrides Auth's settings; null fails that request only. */
let mockSettings: object | null = {};
jest.mock('../../supabase/fetch-auth.ts', () => {
  const { fetchAuth } = jest.requireActual('../../supabase/fetch-auth.ts');
  return {
    fetchAuth: async (path: string, ...rest: unknown[]) => {
      const answer: Response = await fetchAuth(path, ...rest);
      if (path !== '/settings') return answer;
      return mockSettings
        ? Response.json({ ...(await answer.json()), ...mockSettings })
        : new Response(null, { status: 500 });
    },
  };
});
let mockSmtpUrl: string | null = null;
jest.mock('../../env.ts', () => {
  const actual = jest.requireActual('../../env.ts');
  return { ...actual, environment: () => ({ ...actual.environment(), smtpUrl: mockSmtpUrl }) };
});

const lookInside = `
create function countersign.test_link(p_email text, p_linked text) returns void language sql security definer set search_path = '' as
  $$ insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
     select gen_random_uuid(), u.id, 'github', gen_random_uuid()::text, jsonb_build_object('email', p_linked), now(), now()
     from auth.users u where u.email = p_email $$;
create function countersign.test_age(p_email text, p_days integer) returns void language sql security definer set search_path = '' as
  $$ update auth.one_time_tokens t set created_at = now() - make_interval(days => p_days)
     where t.user_id in (select u.id from auth.users u where u.email = p_email) $$;
create function countersign.test_set(p_email text, p_what text) returns void language plpgsql security definer set search_path = '' as
  $$ declare v_id uuid := (select u.id from auth.users u where u.email = p_email);
  begin
    if p_what = 'provider' then
      insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
      values (gen_random_uuid(), v_id, 'github', v_id::text, '{}', now(), now());
    elsif p_what = 'imported' then
      update auth.identities i set created_at = now() + interval '2 minutes' where i.user_id = v_id;
    elsif p_what = 'no_mark' then
      update auth.users u set raw_user_meta_data = u.raw_user_meta_data - 'sign_up_mark' where u.id = v_id;
    elsif p_what <> 'nothing' then
      execute format('update auth.users u set %I = now() where u.id = %L', p_what, v_id);
    end if;
  end $$;
create function countersign.test_refuse() returns trigger language plpgsql as
  $$ begin if new.email like 'refused%' then raise exception 'Not in this project.'; end if; return new; end $$;
create trigger test_refuse before insert on auth.users for each row execute function countersign.test_refuse();
`;
const backend = holdBackend(() =>
  startLocalSupabase({
    extraMigrations: { '20990101000000_look_inside.sql': lookInside },
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' },
  }),
);

async function openSite() {
  const { continueWithEmail: open, signInWithCode: enter } = await import('./sign-in-by-email');
  const { deleteAbandonedSignUps: deleteAbandoned } = await import('../account/pending-deletions');
  return { open, enter, deleteAbandoned, ...(await import('./sign-up')) };
}
let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  pointSiteAt(backend);
  site = await openSite();
});
beforeEach(() => {
  switchBrowser();
  globalThis.countersign?.delete('auth-settings');
  mockSettings = {};
  mockSmtpUrl = null;
  jest.spyOn(console, 'error').mockReturnValue();
  jest.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const asServer = () => connectClient(backend, backend.secretKey);

async function call(name: string, parameters: object): Promise<void> {
  const { error } = await asServer().rpc(name, parameters);
  if (error) throw error;
}

const makeAccount = async () => (await addUser(backend)).email;

/** Returns the address of an account with GitHub only. */
async function linkAddress(): Promise<string> {
  const linked = makeEmail('linked');
  await call('test_link', { p_email: await makeAccount(), p_linked: linked });
  return linked;
}

async function findUser(email: string) {
  const { data } = await asServer().auth.admin.listUsers({ perPage: 1000 });
  return data.users.find((user) => user.email === email);
}

const enterCode = async (email: string) =>
  site.enter({ email, code: (await backend.newestMailTo(email)).code ?? '', next: undefined, type: 'email' });

const entering = { ok: true, redirectTo: '/sign-in?step=code' };
const entered = { ok: true, redirectTo: '/wallets' };

test('the code signs in to an account, or creates one without a password', async () => {
  for (const email of [await makeAccount(), makeEmail('new')]) {
    switchBrowser();
    expect(await site.open({ email })).toEqual(entering);
    expect(await enterCode(email)).toEqual(entered);
    expect(await readSignedIn()).toMatchObject({ userId: (await findUser(email))?.id });
  }
});

test('every address gets the same answer: confirmed or not, unknown, with GitHub only, or refused by the project', async () => {
  const unconfirmed = makeEmail('unconfirmed');
  await postAuth(backend, '/signup', { email: unconfirmed, password: firstPassword });
  const addresses = [
    ...[await makeAccount(), unconfirmed, makeEmail('unknown')],
    ...[await linkAddress(), makeEmail('refused')],
  ];
  for (const email of addresses) {
    for (const ask of [
      () => site.open({ email }),
      () => site.signUp({ way: 'password', email, password: firstPassword }),
      () => site.signUp({ way: 'code', email }),
    ]) {
      switchBrowser();
      expect([email, await ask()]).toEqual([email, entering]);
    }
  }
});

test('an address with GitHub only gets an email that names GitHub, and no second account', async () => {
  const email = await linkAddress();
  mockSettings = { external: { email: true, github: true } };
  mockSmtpUrl = backend.smtpUrl;
  await site.open({ email });
  expect(await backend.newestMailTo(email)).toMatchObject({ subject: 'Sign in with GitHub' });
  expect(await findUser(email)).toBeUndefined();
});

test("an attacker's password on an unconfirmed address is deleted, and the owner isn't asked for one", async () => {
  const email = makeEmail('squatted');
  await postAuth(backend, '/signup', { email, password: "the stranger's" });
  await site.open({ email });
  expect(await enterCode(email)).toEqual(entered);
  const { status } = await postAuth(backend, '/token?grant_type=password', {
    email,
    password: "the stranger's",
  });
  expect(status).toBe(400);
});

test('a code entered in another browser requests a password only if the user chose one at sign-up', async () => {
  for (const [way, path] of [
    ['code', '/wallets'],
    ['password', '/reset-password/new'],
  ] as const) {
    switchBrowser();
    const email = makeEmail(way);
    await site.signUp(way === 'code' ? { way, email } : { way, email, password: firstPassword });
    switchBrowser();
    expect(await enterCode(email)).toEqual({ ok: true, redirectTo: path });
  }
});

test('a user who requests a code before they sign up by password chooses it again, since the account has none', async () => {
  const email = makeEmail('typed');
  await site.open({ email });
  await site.signUp({ way: 'password', email, password: firstPassword });
  expect(await enterCode(email)).toEqual({ ok: true, redirectTo: '/reset-password/new' });
});

test("a user who signs up with a taken email learns after sign-in that the account's password stays", async () => {
  const email = await makeAccount();
  await site.signUp({ way: 'password', email, password: 'another password' });
  expect(await enterCode(email)).toEqual(entered);
  const { readAccountNote } = await import('./sign-in-cookies');
  expect(await readAccountNote((await findUser(email))?.id ?? '')).toBe('known');
  const { status } = await postAuth(backend, '/token?grant_type=password', {
    email,
    password: firstPassword,
  });
  expect(status).toBe(200);
});

test.each([
  ['confirms addresses by itself', { mailer_autoconfirm: true }],
  ['takes no new accounts', { disable_signup: true }],
  ['returns no settings', null],
])(
  'a project that %s creates no account for a typed address, and answers alike',
  async (_which, settings) => {
    mockSettings = settings;
    const [known, unknown] = [await makeAccount(), makeEmail('unknown')];
    for (const email of [known, unknown]) {
      switchBrowser();
      expect(await site.open({ email })).toEqual(entering);
    }
    expect(await findUser(unknown)).toBeUndefined();
    expect(await enterCode(known)).toEqual(entered);
  },
);

test('stale settings create no account while new ones are unavailable', async () => {
  await site.open({ email: makeEmail('first') });
  mockSettings = null;
  passTime(61_000);
  const email = makeEmail('late');
  switchBrowser();
  expect(await site.open({ email })).toEqual(entering);
  expect(await findUser(email)).toBeUndefined();
});

test('an unconfirmed account is deleted 7 days after its last code', async () => {
  const [old, recent] = [makeEmail('old'), makeEmail('recent')];
  for (const email of [old, recent]) {
    switchBrowser();
    await site.open({ email });
  }
  await call('test_age', { p_email: old, p_days: 8 });
  await call('test_age', { p_email: recent, p_days: 6 });
  await site.deleteAbandoned();
  expect([await findUser(old), (await findUser(recent))?.email]).toEqual([undefined, recent]);
});

test.each([
  ...['email_confirmed_at', 'phone_confirmed_at', 'invited_at', 'last_sign_in_at'],
  ...['provider', 'imported', 'no_mark'],
])("an account that isn't an abandoned sign-up stays: %s", async (what) => {
  const email = makeEmail('kept');
  await site.open({ email });
  await call('test_age', { p_email: email, p_days: 8 });
  await call('test_set', { p_email: email, p_what: what });
  await site.deleteAbandoned();
  expect(await findUser(email)).toMatchObject({ email });
});

test.each([
  ['is confirmed', (email: string) => call('test_set', { p_email: email, p_what: 'email_confirmed_at' })],
  ['is sent a new code', async (email: string) => void (await site.open({ email }))],
])('an account that %s during its deletion stays', async (_how, returnFromProvider) => {
  const email = makeEmail('returning');
  await site.open({ email });
  await call('test_age', { p_email: email, p_days: 8 });
  const { data } = await asServer().rpc('find_abandoned_sign_ups', { p_at_most: 10 });
  const id = (await findUser(email))?.id ?? '';
  expect(data).toContain(id);
  switchBrowser();
  await returnFromProvider(email);
  const { error } = await asServer().auth.admin.deleteUser(id);
  expect(error?.status).toBe(500);
  expect(await findUser(email)).toMatchObject({ id });
});
