import { releaseMails, waitForHeldMails, waitForMail } from '../../testing/held-mails.ts';
import { readLocalMailbox } from '../../testing/read-local-mailbox.ts';
import { connectClient, firstPassword, makeEmail, postAuth } from '../../testing/sign-in.ts';
import { holdBackend, startLocalSupabase } from '../../testing/start-local-supabase.ts';

const backend = holdBackend(() =>
  startLocalSupabase({
    env: {
      LOCAL_SUPABASE_MAIL_HELD: '1',
      LOCAL_SUPABASE_MAIL_FREQUENCY: '600',
      // Above any test's duration, so that the tests control the order and no timeout does.
      LOCAL_SUPABASE_REQUEST_SECONDS: '3600',
    },
  }),
);

/** Signs up by a plain request, which the test can abort. */
function signUp(email: string, signal?: AbortSignal) {
  return fetch(`${backend.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: firstPassword }),
    signal,
  });
}

async function confirm(email: string) {
  const { code } = await waitForMail(backend, email);
  return (await postAuth(backend, '/verify', { type: 'email', email, token: code })).status;
}

async function isThere(email: string) {
  const { data } = await connectClient(backend, backend.secretKey).auth.admin.listUsers();
  return data.users.some((user) => user.email === email);
}

describe('a slow mail server', () => {
  test('delays the commit: the account is invisible until the email is accepted, and then its code works', async () => {
    const email = makeEmail();
    const answer = signUp(email);
    expect(await waitForHeldMails(backend, 1)).toEqual([email]);
    expect(await isThere(email)).toBe(false);
    await releaseMails(backend);
    expect((await answer).status).toBe(200);
    expect(await confirm(email)).toBe(200);
  });

  test('delivers the email of an aborted request, with a code that never works', async () => {
    const email = makeEmail();
    const controller = new AbortController();
    const answer = signUp(email, controller.signal);
    await waitForHeldMails(backend, 1);
    controller.abort();
    await expect(answer).rejects.toThrow('aborted');
    // The abort can't be awaited, but the caller's next request arrives after it.
    await isThere(email);
    await releaseMails(backend);
    await waitForMail(backend, email);
    expect(await isThere(email)).toBe(false);
    expect(await confirm(email)).toBe(403);
  });

  test('delivers the email after Auth timed out', async () => {
    const email = makeEmail();
    const answer = signUp(email);
    await waitForHeldMails(backend, 1);
    await releaseMails(backend, 'late');
    const refused = await answer;
    expect([refused.status, refused.headers.get('x-sb-error-code')]).toEqual([504, 'request_timeout']);
    expect(await confirm(email)).toBe(403);
    expect(await isThere(email)).toBe(false);
  });

  test("doesn't delay requests that send no email", async () => {
    expect((await postAuth(backend, '/recover', { email: makeEmail('nobody') })).status).toBe(200);
  });

  test('receives two emails from concurrent requests, of which the later code works', async () => {
    const email = makeEmail();
    const answers = [signUp(email), signUp(email)];
    await waitForHeldMails(backend, 2);
    await releaseMails(backend);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    const codes = (await readLocalMailbox(`${backend.url}/mailbox`, email)).map(({ code }) => code);
    expect(codes.length).toBe(2);
    const statuses = [];
    for (const token of codes) {
      statuses.push((await postAuth(backend, '/verify', { type: 'email', email, token })).status);
    }
    expect(statuses.sort()).toEqual([200, 403]);
  });

  test('lists and releases held emails only with the secret key', async () => {
    const headers = { apikey: backend.publishableKey };
    expect((await fetch(`${backend.url}/local/held-mails`, { headers })).status).toBe(401);
  });
});
