import { createAccount } from './fixtures/account.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { openMailbox } from './fixtures/mailbox.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { expect, test } from './fixtures/test.ts';

test('a sign-in from a new browser is emailed once, with a link to end it', async ({
  addresses,
  mailbox,
  account,
}) => {
  const [known, unknown] = [openHttpClient(addresses.siteUrl), openHttpClient(addresses.siteUrl)];
  await known.signIn(account);
  await known.press('/wallets', 'Sign out');
  await known.signIn(account);
  await unknown.signIn(account);
  const mail = await mailbox.noticeTo(account.email, 'A sign-in from a new device');
  expect(mail.text).toContain('with the password');
  expect(mail.text).toContain(`${addresses.siteUrl}/activity/not-me`);
  await unknown.press('/wallets', 'Sign out');
  await unknown.signIn(account);
  await known.press('/activity/not-me', 'End every other session');
  expect((await known.get('/activity')).text).toContain('Ended every other session');
  expect(await mailbox.noticesTo(account.email)).toHaveLength(1);
});

test('a wrong password is listed for the account', async ({ addresses, account }) => {
  const stranger = openHttpClient(addresses.siteUrl);
  await stranger.signIn({ ...account, password: 'not the password' });
  const owner = openHttpClient(addresses.siteUrl);
  await owner.signIn(account);
  await expect
    .poll(async () => (await owner.get('/activity')).text)
    .toContain('Failed sign-in: wrong password');
});

test('notices that the last process left unsent are sent at the next start @slow', async ({
  startPrivateStack,
}) => {
  const stack = await startPrivateStack();
  const { addresses } = stack;
  const [first, second] = [await createAccount(addresses), await createAccount(addresses)];
  const mailbox = openMailbox(addresses.mailboxUrl);
  const key = createWalletKey();
  await proveWallet(addresses, await openProver(addresses, first), key);
  // Only in the database, as if the process had died before it sent the email.
  await proveWallet(addresses, await openProver(addresses, second), key, { purpose: 'move' });
  await stack.startAnotherApp();
  const mail = await mailbox.noticeTo(first.email, 'A wallet was moved to another account');
  expect(mail.text).toContain(key.address);
});
