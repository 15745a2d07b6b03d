import { releaseMails, waitForHeldMails, waitForMail } from '../../testing/held-mails.ts';
import { readLocalMailbox } from '../../testing/read-local-mailbox.ts';
import { connectClient, firstPassword, makeEmail, postAuth } from '../../testing/sign-in.ts';
import { holdBackend, startLocalSupabase } from '../../testing/start-local-supabase.ts';

const backend = holdBackend(() =>
  startLocalSupabase({
    env: {
      LOCAL_SUPABASE_MAIL_HELD: '1',
      LOCAL_SUPABASE_MAIL_FREQUENCY: '600',
      // These tests wait for an order and not for a clock.
      LOCAL_SUPABASE_REQUEST_SECONDS: '3600',
    },
  }),
);

/** Signs up as a bare request that the test can give up. */
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

describe('a mail server that takes its time', () => {
  test('is waited for inside the transaction: nobody sees the account before, and its code works after', async () => {
    const email = makeEmail();
    const answer = signUp(email);
    expect(await waitForHeldMails(backend, 1)).toEqual([email]);
    expect(await isThere(email)).toBe(false);
    await releaseMails(backend);
    expect((await answer).status).toBe(200);
    expect(await confirm(email)).toBe(200);
  });

  test('lets a mail through that was given up, with a code that never works', async () => {
    const email = makeEmail();
    const impatience = new AbortController();
    const answer = signUp(email, impatience.signal);
    await waitForHeldMails(backend, 1);
    impatience.abort();
    await expect(answer).rejects.toThrow('aborted');
    // Nothing tells the caller when the connection's end has arrived. Its own next request comes after it.
    await isThere(email);
    await releaseMails(backend);
    await waitForMail(backend, email);
    expect(await isThere(email)).toBe(false);
    expect(await confirm(email)).toBe(403);
  });

  test('lets Auth give up by itself, and the mail come all the same', async () => {
    const email = makeEmail();
    const answer = signUp(email);
    await waitForHeldMails(backend, 1);
    await releaseMails(backend, 'late');
    const refused = await answer;
    expect([refused.status, refused.headers.get('x-sb-error-code')]).toEqual([504, 'request_timeout']);
    expect(await confirm(email)).toBe(403);
    expect(await isThere(email)).toBe(false);
  });

  test('holds up nobody whom Auth sends no mail', async () => {
    expect((await postAuth(backend, '/recover', { email: makeEmail('nobody') })).status).toBe(200);
  });

  test('gets two mails of two requests at once, of which the later one counts', async () => {
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

  test('lets nobody see or release mails without the secret key', async () => {
    const headers = { apikey: backend.publishableKey };
    expect((await fetch(`${backend.url}/local/held-mails`, { headers })).status).toBe(401);
  });
});
