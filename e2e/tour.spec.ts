import { createAccount, enterPassword, signIn } from './fixtures/account.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { openSetting } from './fixtures/open-setting.ts';
import { addPasskeyAtAuth } from './fixtures/passkeys.ts';
import { createPhone } from './fixtures/phone.ts';
import { changeWallet } from './fixtures/prove-wallet.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { leadToReflector, readCodeLink, reflectorHost, setAppsOnDevice } from './fixtures/reach-phone.ts';
import { startReflector } from './fixtures/reflector.ts';
import { openAuthenticator } from './fixtures/second-factor.ts';
import { carrySession, fetchExternalTokens } from './fixtures/session-cookies.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';
import { addVirtualAuthenticator } from './fixtures/virtual-authenticator.ts';
import { installTestWallet } from './test-wallet.ts';
import { connectWallet, shareProof } from './wallet-page.ts';

test('the ways in', async ({ page, account, mailbox }) => {
  await page.goto('/sign-in');
  await show(page, 'sign-in');
  await enterPassword(page, { ...account, password: 'not the password' });
  await expect(page.getByRole('alert').filter({ hasText: "don't match" })).toBeVisible();
  await show(page, 'sign-in-refused');
  const known = await mailbox.lastTo(account.email);
  await page.getByRole('button', { name: 'Use a code instead' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await show(page, 'sign-in-code');
  await page.goto((await mailbox.newestTo(account.email, known)).link ?? '');
  await show(page, 'sign-in-link');

  await page.goto('/sign-in');
  await page.getByLabel('Email').fill('a.very.long.name.of.somebody.indeed@mail.department.example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await show(page, 'sign-in-long-email');

  await page.goto('/sign-up');
  await show(page, 'sign-up');
  await page.getByLabel('Email').fill('ada@example');
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await show(page, 'sign-up-wrong-fields');
  const email = `tour-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await show(page, 'sign-up-check-your-mail');

  const { link } = await mailbox.newestTo(email);
  await page.goto(link ?? '');
  await show(page, 'confirm');
  await signIn(page, account);
  await page.goto(link ?? '');
  await show(page, 'confirm-signed-in-as-another');
  await page.goto('/auth/confirm?token_hash=aaaaaaaaaaaaaaaaaaaaaaaa&type=email');
  await show(page, 'confirm-used-link');
});

test('a lost password', async ({ page, account, mailbox }) => {
  const confirmation = await mailbox.lastTo(account.email);
  await page.goto('/reset-password');
  await show(page, 'reset-password');
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await show(page, 'reset-password-sent');
  await page.goto((await mailbox.newestTo(account.email, confirmation)).link ?? '');
  await show(page, 'reset-password-confirm');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/reset-password/new');
  await show(page, 'reset-password-new');
  await page.getByLabel('Password').fill('a new and better one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await show(page, 'reset-password-done');
});

test('wallets, proving, activity and account', async ({ page, addresses }) => {
  // A name that reads well in the README's picture.
  await carrySession(page, addresses, await createAccount(addresses, 'ada@example.com'));
  await page.goto('/wallets');
  await show(page, 'wallets-empty');
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /Demo Wallet/ })).toBeVisible();
  await show(page, 'wallet-dialog');
  await dialog.getByRole('button', { name: 'More options' }).click();
  await show(page, 'wallet-dialog-more');
  await dialog.getByRole('button', { name: /Demo Wallet/ }).click();
  await expect(page.getByText('Connected, not proven')).toBeVisible();
  await show(page, 'wallets-connected');
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(page.getByText('One wallet is proven to be yours.')).toBeVisible();
  await show(page, 'wallets-proven');
  await page.getByRole('button', { name: /^More for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Change label…' })).toBeVisible();
  await show(page, 'wallets-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Share proof/ }).click();
  const sheet = page.getByRole('dialog', { name: /^(Share this proof|This proof is public)$/ });
  await sheet.getByLabel('Show a name?').fill('Ada Lovelace');
  await show(page, 'wallets-share');
  // Without another name no other signature is asked for.
  await sheet.getByLabel('Show a name?').fill('');
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  await show(page, 'wallets-share-public');
  await page.keyboard.press('Escape');
  await show(page, 'wallets-shared');
  await page.emulateMedia({ forcedColors: 'active' });
  await show(page, 'wallets-shared-forced-colours');
  await page.emulateMedia({ forcedColors: 'none' });
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Stop sharing' }).click();
  await expect(page.getByRole('link', { name: /^View proof/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await show(page, 'wallets-proven-not-connected');
  await page.goto('/activity');
  await show(page, 'activity');
  await page.goto('/account');
  await show(page, 'account');
  for (const object of ['the name', 'the email']) await openSetting(page, object);
  await show(page, 'account-settings-open');
  await page.goto('/activity?show=security');
  await show(page, 'activity-security');
  await page.goto('/no-such-page');
  await show(page, 'not-found');
});

test('a second step, recovery codes, sessions, and leaving', async ({ page, signedIn }) => {
  await page.goto('/security');
  await show(page, 'security');
  await openSetting(page, 'the password');
  await show(page, 'security-password-open');
  await page.getByRole('link', { name: 'Add an authenticator app' }).click();
  await show(page, 'authenticator');
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = await page.locator('p.font-mono').innerText();
  await show(page, 'authenticator-code');
  const app = openAuthenticator('', secret.replaceAll(' ', ''));
  await page.getByLabel('Code').fill(app.nextCode());
  await expect(page.getByRole('heading', { name: 'Save these ten codes' })).toBeVisible();
  await show(page, 'recovery-codes-shown');
  const [recoveryCode = ''] = await page.locator('ol.font-mono li').allInnerTexts();
  await page.getByRole('button', { name: "I've saved them" }).click();
  await show(page, 'security-two-step');
  await page.goto('/security/recovery-codes');
  await show(page, 'recovery-codes');
  for (const [path, name] of [
    ['/confirm-access?next=/security', 'confirm-access'],
    ['/activity', 'activity-more'],
    ['/activity/not-me', 'not-me'],
    ['/account/delete', 'account-delete'],
  ] as const) {
    await page.goto(path);
    await show(page, name);
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await enterPassword(page, signedIn);
  await expect(page).toHaveURL('/sign-in/second-factor');
  await show(page, 'second-factor');
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await show(page, 'second-factor-recovery-code');
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await show(page, 'lost-authenticator');
  await page.getByRole('button', { name: 'Remove the lost authenticator' }).click();
  await page.getByRole('button', { name: 'Set up your authenticator again' }).waitFor();
  await show(page, 'lost-authenticator-removed');
});

test('passkeys', async ({ page, signedIn, addresses }) => {
  await page.goto('/security');
  const device = await addVirtualAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Waiting for your device…')).toBeVisible();
  await show(page, 'passkey-adding');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await device.verify(false);
  await device.touch();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('No passkey was added.')).toBeVisible();
  await show(page, 'passkey-not-added');
  await device.verify(true);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey added. Give it a name.')).toBeVisible();
  await show(page, 'passkey-added');
  await page.getByRole('button', { name: 'Not now' }).click();
  await addPasskeyAtAuth(addresses, (await fetchExternalTokens(addresses, signedIn)).access_token);
  await page.reload();
  const rows = page.locator('#passkeys').getByRole('listitem');
  await rows
    .first()
    .getByRole('button', { name: /^More for/ })
    .click();
  await show(page, 'passkeys');
  await page.goto('/account');
  await show(page, 'account-with-passkey');
  await device.letGo();
  await page.goto('/confirm-access?next=/security');
  await show(page, 'confirm-access-passkey');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Waiting for your device…')).toBeVisible();
  await show(page, 'confirm-access-passkey-waiting');
});

test('a passkey to sign in with', async ({ page, account }) => {
  const device = await addVirtualAuthenticator(page);
  await page.goto('/sign-in');
  await enterPassword(page, account);
  await page.waitForURL('**/wallets');
  const add = page.getByRole('button', { name: 'Add a passkey' });
  await show(page, 'passkey-card');
  await add.click();
  await show(page, 'passkey-card-adding');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await device.verify(false);
  await device.touch();
  await add.click();
  await expect(page.getByText('No passkey was added.')).toBeVisible();
  await show(page, 'passkey-card-not-added');
  await device.verify(true);
  await add.click();
  await expect(page.getByText('Passkey added.')).toBeVisible();
  await show(page, 'passkey-card-added');
  await device.letGo();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
  await signIn.click();
  await expect(page.getByText('Waiting for your device…')).toBeVisible();
  await show(page, 'sign-in-passkey-waiting');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await device.verify(false);
  await device.touch();
  await signIn.click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await show(page, 'sign-in-passkey-not-used');
});

test('a wallet that is proven on another account', async ({ page, addresses, signedIn }) => {
  await installTestWallet(page, { name: 'Paper Wallet' });
  await page.reload();
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: /Paper Wallet/ }).click();
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(page.getByText('One wallet is proven to be yours.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  const other = await createAccount(addresses);
  expect(other.email).not.toBe(signedIn.email);
  await signIn(page, other);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: /Paper Wallet/ }).click();
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(page.getByRole('button', { name: 'Move it here' })).toBeVisible();
  await show(page, 'wallet-proven-elsewhere');
  await page.evaluate(() => window.testWallets['Paper Wallet']?.changeSigning('hold'));
  await page.getByRole('button', { name: 'Move it here' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Waiting for Paper Wallet.');
  await show(page, 'wallet-moving');
});

test('the statement while a wallet signs', async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  await page.clock.install();
  await installTestWallet(page, { name: 'Paper Wallet', signing: 'hold' });
  await page.reload();
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: /Paper Wallet/ }).click();
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(page.getByText('This costs nothing and moves no funds').first()).toBeVisible();
  await show(page, 'wallet-signing');
  await page.clock.runFor(5000);
  await expect(page.getByRole('button', { name: 'I use a hardware wallet' })).toBeVisible();
  await show(page, 'wallet-signing-long');
});

test('one wallet of one account, for the picture of the README', async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  await page.clock.install();
  await installTestWallet(page, { name: 'Paper Wallet', signing: 'hold' });
  await page.reload();
  await connectWallet(page, 'Paper Wallet');
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(page.getByText('This costs nothing and moves no funds').first()).toBeVisible();
  await show(page, 'readme-signing');
  await page.evaluate(() => window.testWallets['Paper Wallet']?.answer());
  const row = page.getByRole('list', { name: 'Proven wallets' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  // No toast lies over the page any more.
  await page.clock.runFor(6000);
  await show(page, 'readme-proven');
  await shareProof(page, row);
  await page.goto((await row.getByRole('link', { name: /^View proof/ }).getAttribute('href')) ?? '');
  await expect(page.getByText(/^All \d+ checks passed in this browser\.$/)).toBeVisible();
  await show(page, 'readme-proof');
});

test('a public proof', async ({ page, addresses }) => {
  const published = await publishProof(addresses, { displayName: 'ada' });
  await page.goto(published.path);
  await expect(page.getByText(/^All \d+ checks passed in this browser\.$/)).toBeVisible();
  await show(page, 'proof');
  await page.getByText('Check in your browser').click();
  await show(page, 'proof-what-was-checked');
  await changeWallet(addresses, published.prover, 'remove_wallet', published.walletId);
  await page.goto(published.path);
  await show(page, 'proof-ended');
});

test('an account that only a wallet opens', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with Solana' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Demo Wallet/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign with Demo Wallet' }).click();
  await page.waitForURL('**/wallets');
  await expect(page.getByText('This wallet is your only sign-in method.')).toBeVisible();
  await show(page, 'wallets-only-wallet');
});

test('wallets that do not do what was hoped for', async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  await installTestWallet(page, { name: 'Paper Wallet', behaviour: 'decline' });
  await page.reload();
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: /Paper Wallet/ }).click();
  await expect(page.getByRole('heading', { name: 'You cancelled. Nothing changed.' })).toBeVisible();
  await show(page, 'wallet-cancelled');
  await page.evaluate(() => window.testWallets['Paper Wallet']?.refuseWith({ code: 4100 }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: /^Your wallet is locked/ })).toBeVisible();
  await show(page, 'wallet-locked');

  await installTestWallet(page, { name: 'Torn Wallet', throwsOn: 'features' });
  await page.reload();
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await expect(page.getByText("doesn't work with this page")).toBeVisible();
  await show(page, 'wallet-dialog-broken-wallet');
  await page.getByRole('button', { name: /Torn Wallet/ }).click();
  await expect(page.getByRole('heading', { name: "We couldn't load that wallet." })).toBeVisible();
  await show(page, 'wallet-broken');
});

test('a wallet whose account changes', async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  await installTestWallet(page, { name: 'Paper Wallet', signing: 'hold' });
  await page.reload();
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: /Paper Wallet/ }).click();
  await page.getByRole('button', { name: 'Prove it' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status')).toHaveText('Waiting for Paper Wallet.');
  await page.evaluate(() => window.testWallets['Paper Wallet']?.switchAccount());
  await expect(dialog.getByText('Selected now is')).toBeVisible();
  await show(page, 'wallet-other-account');
  await dialog.getByRole('button', { name: 'Back to wallets' }).click();
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Waiting for Paper Wallet.');
  await page.evaluate(() => window.testWallets['Paper Wallet']?.lock());
  await expect(dialog.getByRole('button', { name: 'Connect a wallet' })).toBeVisible();
  await show(page, 'wallet-disconnected-while-signing');
  await dialog.getByRole('button', { name: 'Back to wallets' }).click();
  await expect(page.getByText('Your wallet disconnected.')).toBeVisible();
  await show(page, 'wallet-disconnected');
});

test('a wallet on another phone', async ({ page, signedIn, addresses }) => {
  expect(signedIn.email).toBeTruthy();
  const reflector = await startReflector({ waitInMilliseconds: 8000 });
  const app = await startAppOnBackend(addresses, { variables: { MWA_REFLECTOR: reflectorHost } });
  await leadToReflector(page, reflector.url);
  await page.goto(`${app.siteUrl}/wallets`);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: 'More options' }).click();
  await show(page, 'phone-offered');
  await page.getByRole('button', { name: /^Wallet on a phone/ }).click();
  await expect(page.getByRole('img', { name: /Code to scan/ })).toBeVisible();
  await show(page, 'phone-code');
  await page.getByText("Can't scan it?").click();
  await show(page, 'phone-code-link');
  await expect(page.getByRole('heading', { name: 'The code has expired' })).toBeVisible();
  await show(page, 'phone-code-expired');
  await page.getByRole('button', { name: 'Show a new code' }).click();
  const phone = createPhone();
  phone.behave('authorize', 'leave');
  await phone.scan(await readCodeLink(page), reflector.url);
  await expect(
    page.getByRole('heading', { name: 'The phone disconnected before it answered.' }),
  ).toBeVisible();
  await show(page, 'phone-left');
  await app.process.stop();
  await reflector.stop();
});

test.describe('on an Android phone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/150.0.0.0 Mobile Safari/537.36' });

  test('its own wallet app', async ({ page, signedIn }) => {
    expect(signedIn.email).toBeTruthy();
    await setAppsOnDevice(page, 'prompt');
    await page.goto('/wallets');
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await expect(page.getByRole('button', { name: /^Wallet app/ })).toBeVisible();
    await show(page, 'app-offered');
    await page.getByRole('button', { name: /^Wallet app/ }).click();
    await expect(page.getByRole('heading', { name: /^Allow this page/ })).toBeVisible();
    await show(page, 'app-allow');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Open your wallet app' })).toBeVisible();
    await show(page, 'app-open');
    await page.getByRole('button', { name: 'Open the wallet app' }).click();
    await expect(page.getByRole('heading', { name: "We can't find a wallet." })).toBeVisible();
    await show(page, 'app-not-found');
  });
});

test('a backend that is down, and its mailbox', async ({ page, startPrivateStack }) => {
  const stack = await startPrivateStack({ backend: { LOCAL_SUPABASE_JWT_EXPIRY: '1' } });
  const account = await createAccount(stack.addresses);
  await page.goto(stack.addresses.mailboxUrl);
  await show(page, 'mailbox-empty');
  await page.goto(`${stack.addresses.siteUrl}/sign-up`);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(stack.addresses.mailboxUrl);
  await expect(page.getByRole('article')).toHaveCount(1);
  await show(page, 'mailbox');
  await page.getByText('Show the email').first().click();
  await expect(page.frameLocator('iframe').first().getByRole('link').first()).toBeVisible();
  await show(page, 'mailbox-mail');
  await signIn(page, account, stack.addresses.siteUrl);
  stack.backend().signal('SIGKILL');
  await stack.backend().ended;
  await expect(async () => {
    await page.goto(`${stack.addresses.siteUrl}/wallets`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One moment', { timeout: 1000 });
  }).toPass();
  await show(page, 'backend-down');
});
