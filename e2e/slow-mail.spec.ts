import { releaseMails, waitForHeldMails, waitForMail } from 'local-supabase/testing';
import { callAuth } from './fixtures/account.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { testOnOwnStack } from './fixtures/own-stack.ts';
import { startStack } from './fixtures/stack.ts';
import { expect } from './fixtures/test.ts';

const test = testOnOwnStack('needs a backend of its own, whose mail server keeps its mails', () =>
  startStack({ backend: { LOCAL_SUPABASE_MAIL_HELD: '1', LOCAL_SUPABASE_REQUEST_SECONDS: '3600' } }),
);

test('an app that shuts down finishes sending a requested email @slow', async ({ stack, addresses }) => {
  const app = await stack.startAnotherApp();
  const backend = { url: addresses.supabaseUrl, secretKey: addresses.secretKey };
  const email = `new-${crypto.randomUUID()}@example.com`;
  const typed = { email, password: 'correct horse battery' };
  await openHttpClient(app.siteUrl).press('/sign-up', 'Create account', typed);
  expect(await waitForHeldMails(backend, 1)).toEqual([email]);
  app.process.signal('SIGTERM');
  // It accepts no more connections.
  const knock = () =>
    fetch(app.siteUrl).then(
      () => 'open',
      () => 'closed',
    );
  await expect.poll(knock).toBe('closed');
  expect(app.process.hasEnded()).toBe(false);
  await releaseMails(backend);
  await app.process.ended;
  const { code } = await waitForMail(backend, email);
  await callAuth(addresses, 'verify', { type: 'email', email, token: code });
});
