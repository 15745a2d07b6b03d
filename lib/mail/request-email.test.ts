import {
  connectClient,
  firstPassword,
  holdBackend,
  makeEmail,
  startLocalSupabase,
} from 'local-supabase/testing';
import { addUser } from '../../supabase/testing/person';
import { pointSiteAt } from '../testing/point-site-at';
import { switchBrowser } from '../testing/wallet-visitor';

jest.mock('next/server', () => ({ after: (work: unknown) => typeof work === 'function' && work() }));
// The server's own limit of 5 s is too short for a busy machine.
jest.mock('../supabase/fetch-backend', () => jest.requireActual('../testing/patient-fetch'));

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
  known = (await addUser(backend)).email;
  const { countersAfterSuccess } = await import('../rate-limit/consume');
  total = countersAfterSuccess('send_mail')[0]?.key_hash ?? '';
});
beforeEach(() => switchBrowser());
afterEach(() => jest.restoreAllMocks());

async function callAsServer<Data>(name: string, parameters: Record<string, unknown>): Promise<Data> {
  const { data, error } = await connectClient(backend, backend.secretKey).rpc(name, parameters);
  if (error) throw error;
  return data;
}
const readTotal = () => callAsServer<number>('test_total', { p_key_hash: total });

/** Every way for a signed-out visitor to request an email, each in a new browser. */
async function askForAll(email: string) {
  const { sendSignInCode } = await import('../auth/sign-in/sign-in-by-email');
  const { requestPasswordReset } = await import('../auth/sign-in/reset-password');
  const answers = [];
  for (const ask of [() => requestPasswordReset({ email }), () => sendSignInCode({ email })]) {
    switchBrowser();
    answers.push(await ask());
  }
  return answers;
}

const sent = { ok: true };

it("doesn't count a reset for an address without an account against the total", async () => {
  expect(await askForAll(makeEmail('nobody'))).toEqual([sent, sent]);
  // The code created an account.
  expect(await readTotal()).toBe(1);
});

it('counts each sent email, and each request for the address as typed', async () => {
  expect(await askForAll(known.toUpperCase())).toEqual([sent, sent]);
  expect(await readTotal()).toBe(3);
  const { signUp } = await import('../auth/sign-in/sign-up');
  for (const email of [known, makeEmail('new')]) {
    switchBrowser();
    expect(await signUp({ way: 'password', email, password: firstPassword })).toMatchObject(sent);
  }
  expect(await readTotal()).toBe(5);
});

it('counts the emails of a signed-in user', async () => {
  await callAsServer('test_set_total', { p_key_hash: total, p_attempts: 10 });
  const { signInWithPassword } = await import('../auth/sign-in/sign-in-with-password');
  expect(await signInWithPassword({ email: known, password: firstPassword })).toMatchObject(sent);
  const { mailStepUpCode } = await import('../auth/step-up/confirm-it-is-you');
  const { changeEmail } = await import('../auth/account/change-email');
  expect(await mailStepUpCode({})).toMatchObject(sent);
  expect(await readTotal()).toBe(11);
  expect(await changeEmail(makeEmail('other'))).toEqual(sent);
  expect(await readTotal()).toBe(12);
});

it('keeps Auth’s answer if the database fails to count the email', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const { sendOnce } = await import('./request-email');
  const real = globalThis.fetch;
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      String(input).endsWith('/rpc/end_mail')
        ? Promise.resolve(Response.json({ code: 'XX000', message: 'failed' }, { status: 400 }))
        : real(input, init),
    );
  const answer = { error: null };
  const asked = await sendOnce({ mail: 'code', to: makeEmail() }, async () => answer);
  expect('work' in asked && (await asked.work)).toBe(answer);
  expect(said).toHaveBeenCalledTimes(1);
});

it('limits and counts codes for a new password like other emails', async () => {
  await callAsServer('test_set_total', { p_key_hash: total, p_attempts: 10 });
  const { email } = await addUser(backend);
  const { signInWithPassword } = await import('../auth/sign-in/sign-in-with-password');
  const { changePassword } = await import('../auth/account/set-password');
  const { readViewer } = await import('../session/viewer');
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
  // The last code is still valid.
  const { code } = await backend.newestMailTo(email);
  expect(await changePassword('another correct horse', code ?? '')).toEqual({ ok: true });
});

it('refuses new browsers alike after 800 emails in an hour, whether or not the address has an account', async () => {
  await callAsServer('test_set_total', { p_key_hash: total, p_attempts: 800 });
  const refused = { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: expect.any(Number) };
  const email = makeEmail();
  await connectClient(backend, backend.secretKey).auth.admin.createUser({ email, email_confirm: true });
  expect(await askForAll(email)).toEqual([refused, refused]);
  expect(await askForAll(makeEmail('nobody'))).toEqual([refused, refused]);
  // A refusal didn't count against the account.
  await callAsServer('test_set_total', { p_key_hash: total, p_attempts: 1 });
  expect(await askForAll(email)).toEqual([sent, sent]);
});
