import { addAuthenticatorAtAuth } from './fixtures/second-factor.ts';
import { fetchExternalTokens } from './fixtures/session-cookies.ts';
import { openSignedInVisitor } from './fixtures/signed-in-visitor.ts';
import { expect, test } from './fixtures/test.ts';
import { openWalker } from './fixtures/walker.ts';

test('a factor enrolled straight at Auth does not lock the owner out', async ({
  account,
  addresses,
  mailbox,
}) => {
  // Whoever was never here has nothing that could be told from it.
  await (await openSignedInVisitor(addresses, account)).get('/wallets');
  const { access_token } = await fetchExternalTokens(addresses, account);
  await addAuthenticatorAtAuth(addresses, access_token);
  const owner = openWalker(addresses.siteUrl);
  await owner.open('/sign-in');
  await owner.signIn(account);
  expect(owner.place()).toBe('/sign-in/second-factor');
  expect(owner.words()).toContain('This authenticator was set up outside this site.');
  await owner.follow("It isn't mine. Remove it");
  expect(owner.words()).toContain('Enter your password and a code from your email first.');
  const known = await mailbox.lastTo(account.email);
  await owner.press('Send the code');
  const code = (await mailbox.newestTo(account.email, known)).code ?? '';
  await owner.press('Remove it and sign in', { password: 'not the password', code });
  expect(owner.words()).toContain("That isn't your password.");
  await owner.press('Remove it and sign in', { password: account.password, code });
  expect(owner.place()).toBe('/wallets');
  await owner.open('/security');
  expect(owner.words()).toContain('Off. With an authenticator app');
  await mailbox.noticeTo(account.email, 'A sign-in method was set up outside this site');
});
