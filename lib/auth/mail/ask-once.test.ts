import {
  connectClient,
  firstPassword,
  holdBackend,
  makeEmail,
  startLocalSupabase,
} from 'local-supabase/testing';
import { pointSiteAt } from '../../testing/point-site-at';
import { switchBrowser } from '../../testing/wallet-visitor';

jest.mock('next/server', () => ({ after: (work: unknown) => typeof work === 'function' && work() }));
// The server gives up on a call after five seconds, which a busy machine may take as well.
jest.mock('../../supabase/fetch', () => jest.requireActual('../../testing/patient-fetch'));

const lookInside = `
create function countersign.test_total(p_key_hash text) returns integer language sql security definer set search_path = '' as
  $$ select coalesce(max(a.attempts), 0) from countersign_private.rate_limits a where a.key_hash = p_key_hash $$;
create function countersign.test_set_total(p_key_hash text, p_attempts integer) returns void
language sql security definer set search_path = '' as
  $$ insert into countersign_private.rate_limits values ('send_mail', p_key_hash, p_attempts, now() + interval '1 hour')
     on conflict (kind, key_hash) do update set attempts = excluded.attempts $$;
create function countersign.test_age_session(p_session_id uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.sessions set created_at = now() - interval '2 days' where id = p_session_id;
     update countersign.account_sessions set stepped_up_at = now(), stepped_up_by = 'password' where session_id = p_session_id $$;
`;

const backend = holdBackend(() =>
  startLocalSupabase({
    extraMigrations: { '20990101000000_look_inside.sql': lookInside },
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' },
  }),
);
let known: string;
let total: string;
beforeAll(async () => {
  pointSiteAt(backend);
  known = makeEmail();
  const { error } = await connectClient(backend, backend.secretKey).auth.admin.createUser({
    email: known,
    password: firstPassword,
    email_confirm: true,
  });
  if (error) throw error;
  const { countersForLater } = await import('../../rate-limit/consume');
  total = countersForLater('send_mail')[0]?.key_hash ?? '';
});
beforeEach(() => switchBrowser());
afterEach(() => jest.restoreAllMocks());

async function callAsServer<Data>(name: string, parameters: Record<string, unknown>): Promise<Data> {
  const { data, error } = await connectClient(backend, backend.secretKey).rpc(name, parameters);
  if (error) throw error;
  return data;
}
const readTotal = () => callAsServer<number>('test_total', { p_key_hash: total });

/** Everything a signed-out person can ask a mail by, each from a browser of its own. */
async function askForAll(email: string) {
  const { sendSignInCode } = await import('../sign-in/send-sign-in-code');
  const { requestPasswordReset } = await import('../sign-in/reset-password');
  const answers = [];
  for (const ask of [() => requestPasswordReset({ email }), () => sendSignInCode({ email })]) {
    switchBrowser();
    answers.push(await ask());
  }
  return answers;
}

const sent = { ok: true };

it('counts nothing of the total for a reset at an address without an account', async () => {
  expect(await askForAll(makeEmail('nobody'))).toEqual([sent, sent]);
  // Its code made one.
  expect(await readTotal()).toBe(1);
});

it('counts each mail that was sent, and what was asked of the account as typed', async () => {
  expect(await askForAll(known.toUpperCase())).toEqual([sent, sent]);
  expect(await readTotal()).toBe(3);
  const { signUp } = await import('../sign-in/sign-up');
  for (const email of [known, makeEmail('new')]) {
    switchBrowser();
    expect(await signUp({ way: 'password', email, password: firstPassword })).toMatchObject(sent);
  }
  expect(await readTotal()).toBe(5);
});

it('counts the mails of a signed-in person', async () => {
  await callAsServer('test_set_total', { p_key_hash: total, p_attempts: 10 });
  const { signInWithPassword } = await import('../sign-in/sign-in-with-password');
  expect(await signInWithPassword({ email: known, password: firstPassword })).toMatchObject(sent);
  const { mailStepUpCode } = await import('../step-up/mail-step-up-code');
  const { changeEmail } = await import('../account/change-email');
  expect(await mailStepUpCode({})).toMatchObject(sent);
  expect(await readTotal()).toBe(11);
  expect(await changeEmail(makeEmail('other'))).toEqual(sent);
  expect(await readTotal()).toBe(12);
});

it('keeps Auth’s answer where the database fails to count the mail', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const { askOnce } = await import('./ask-once');
  const real = globalThis.fetch;
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      String(input).endsWith('/rpc/end_mail')
        ? Promise.resolve(Response.json({ code: 'XX000', message: 'failed' }, { status: 400 }))
        : real(input, init),
    );
  const answer = { error: null };
  const asked = await askOnce({ mail: 'code', to: makeEmail() }, async () => answer);
  expect('work' in asked && (await asked.work)).toBe(answer);
  expect(said).toHaveBeenCalledTimes(1);
});

it('mails a browser no more codes for a new password than any others, and counts each', async () => {
  await callAsServer('test_set_total', { p_key_hash: total, p_attempts: 10 });
  const email = makeEmail();
  const { error } = await connectClient(backend, backend.secretKey).auth.admin.createUser({
    ...{ email, password: firstPassword, email_confirm: true },
  });
  if (error) throw error;
  const { signInWithPassword } = await import('../sign-in/sign-in-with-password');
  const { changePassword } = await import('../account/set-password');
  const { readViewer } = await import('../../session/viewer');
  expect(await signInWithPassword({ email, password: firstPassword })).toMatchObject(sent);
  const check = await readViewer();
  if (!check.signedIn) throw new Error('Nobody is signed in.');
  await callAsServer('test_age_session', { p_session_id: check.viewer.sessionId });
  const ask = () => changePassword('another correct horse', undefined);
  for (let mail = 1; mail <= 5; mail++) {
    expect(await ask()).toEqual({ ok: false, code: 'account.code_needed' });
    expect(await readTotal()).toBe(10 + mail);
  }
  expect(await ask()).toMatchObject({ ok: false, code: 'auth.too_many_attempts' });
  expect(await readTotal()).toBe(15);
  // The code that was mailed last is still good.
  const { code } = await backend.newestMailTo(email);
  expect(await changePassword('another correct horse', code ?? '')).toEqual({ ok: true });
});

it('refuses newcomers alike once 800 were sent in an hour', async () => {
  await callAsServer('test_set_total', { p_key_hash: total, p_attempts: 800 });
  const refused = { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: expect.any(Number) };
  const email = makeEmail();
  await connectClient(backend, backend.secretKey).auth.admin.createUser({ email, email_confirm: true });
  expect(await askForAll(email)).toEqual([refused, refused]);
  expect(await askForAll(makeEmail('nobody'))).toEqual([refused, refused]);
  // A refusal took nothing from the account.
  await callAsServer('test_set_total', { p_key_hash: total, p_attempts: 1 });
  expect(await askForAll(email)).toEqual([sent, sent]);
});
