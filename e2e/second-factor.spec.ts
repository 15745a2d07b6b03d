import { decodeJwt } from 'jose';
import { shortenEmail } from '../lib/shorten.ts';
import { createAccount, enterPassword } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { type HttpClient, openHttpClient } from './fixtures/http-client.ts';
import { openSetting } from './fixtures/open-setting.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { addAuthenticator, openAuthenticator, wrongCode } from './fixtures/second-factor.ts';
import { isSessionCookie, sessionCookieName, unpackSession } from './fixtures/session-cookies.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';

const secondStep = '/sign-in/second-factor';
const isSignedIn = ({ cookies }: HttpClient) => [...cookies.keys()].some(isSessionCookie);

test('an authenticator is added, required, replaced by a recovery code, removed as lost, and each change emailed @tour', async ({
  page,
  member,
  mailbox,
}) => {
  await page.goto('/security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(page.getByRole('img', { name: /^Picture/ })).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'Scan this QR code with your authenticator app' }),
  ).toBeFocused();
  await show(page, 'authenticator-code');
  await expectFitsPhone(page);
  // A reload shows the same secret.
  const secret = await page.locator('p.font-mono').innerText();
  await page.reload();
  await expect(page.locator('p.font-mono')).toHaveText(secret);

  const app = openAuthenticator('', secret.replaceAll(' ', ''));
  await page.getByLabel('Code').fill(wrongCode(app.secret));
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "That code doesn't match" })).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  // Six digits submit the form automatically.
  await page.getByLabel('Code').fill(app.nextCode());
  await expect(page.getByRole('heading', { name: 'Save these ten codes' })).toBeFocused();
  // Leaving before the codes are saved would lose them.
  const leaving = page.getByRole('dialog', { name: 'Leave without saving your codes?' });
  for (const leaveNow of [
    () => page.getByRole('link', { name: 'Activity' }).click(),
    () => page.evaluate(() => history.back()),
  ]) {
    await leaveNow();
    await expect(leaving).toBeVisible();
    await leaving.getByRole('button', { name: 'Stay and save them' }).click();
    await expect(leaving).toBeHidden();
  }
  const leave = {
    byReload: () => page.evaluate(() => location.reload()),
    bySigningOut: () => page.getByRole('button', { name: 'Sign out' }).click(),
  };
  for (const leaveNow of Object.values(leave)) {
    const asked = page.waitForEvent('dialog');
    const leaving = leaveNow();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await leaving;
  }
  await expect(page.getByRole('heading', { name: 'Save these ten codes' })).toBeVisible();
  await show(page, 'recovery-codes-shown');
  const codes = await page.getByRole('main').getByRole('list').last().getByRole('listitem').allInnerTexts();
  expect(codes.filter((code) => /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/.test(code))).toHaveLength(10);
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
  await mailbox.noticeTo(member.email, 'An authenticator was added');
  const unasked: string[] = [];
  page.on('dialog', (dialog) => unasked.push(dialog.type()) && dialog.accept());
  await page.getByRole('button', { name: "I've saved them" }).click();
  await expect(page.getByText('10 codes are left')).toBeVisible();
  expect(unasked).toEqual([]);
  await expect(page.getByText('2 of 3 protections on')).toBeVisible();
  await show(page, 'security-two-step');
  await expectFitsPhone(page);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto('/sign-in?next=/account');
  await enterPassword(page, member);
  await expect(page).toHaveURL(secondStep);
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
  await expect(page.getByText(`You're signing in as ${shortenEmail(member.email)}.`)).toBeVisible();
  await show(page, 'second-factor');
  const secondStepUrl = page.url();
  await page.goto('/sign-in');
  await expect(page.getByText(`One more step to sign in as ${shortenEmail(member.email)}.`)).toBeVisible();
  await expectFitsPhone(page);
  await page.getByRole('link', { name: 'Continue with the second step' }).click();
  await expect(page).toHaveURL(secondStepUrl);
  await page.getByLabel('Code').fill(app.nextCode());
  await expect(page).toHaveURL('/account');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto('/sign-in');
  await enterPassword(page, member);
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await expectFitsPhone(page);
  const recovery = page.getByLabel('Recovery code');
  await expect(recovery).toBeVisible();
  await show(page, 'second-factor-recovery-code');
  await recovery.fill('AAAA-AAAA-AAAA-AAAA');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(recovery).toHaveAccessibleDescription(/That recovery code isn't valid/);
  await expect(recovery).toBeFocused();
  await recovery.fill((codes[3] ?? '').toLowerCase().replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Is your authenticator lost?' })).toBeVisible();
  await show(page, 'lost-authenticator');
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
  await mailbox.noticeTo(member.email, 'A recovery code was used');
  // Keeps it for now: Auth requires its code, and the page offers to remove it instead.
  await page.getByRole('link', { name: 'I still have it' }).click();
  await expect(page).toHaveURL('/wallets');
  await page.goto('/security');
  await expect(page.getByText('9 codes are left')).toBeVisible();
  await expect(page.getByText('Signed in with the password and a recovery code')).toBeVisible();
  await page.getByRole('link', { name: 'Make new ones' }).click();
  await expect(page.getByRole('button', { name: 'Show ten new codes' })).toBeVisible();
  await show(page, 'recovery-codes');
  await page.getByRole('button', { name: 'Show ten new codes' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Remove it first' }).click();
  await page.getByRole('button', { name: 'Remove the lost authenticator' }).click();
  await expect(page.getByRole('heading', { name: 'Two-step sign-in is off' })).toBeVisible();
  await show(page, 'lost-authenticator-removed');
  await expectFitsPhone(page);
  await mailbox.noticeTo(member.email, 'An authenticator was removed');
  await page.getByRole('button', { name: 'Set up your authenticator again' }).click();
  await expect(page.getByRole('img', { name: /^Picture/ })).toBeVisible();
  await page.goto('/activity');
  for (const second of ['a recovery code', 'a code from an authenticator'])
    await expect(page.getByText(`Signed in with the password and ${second}`).first()).toBeVisible();
});

test('a right password alone signs nobody in, and each code works once', async ({ account, addresses }) => {
  const { authenticator } = await addAuthenticator(addresses, account);
  const visitor = openHttpClient(addresses.siteUrl);
  expect((await visitor.signIn(account)).headers.location).toBe(secondStep);
  expect(isSignedIn(visitor)).toBe(false);
  expect((await visitor.get('/wallets')).headers.location).toContain('/sign-in');
  const renaming = openHttpClient(addresses.siteUrl);
  for (const [name, value] of visitor.cookies)
    renaming.cookies.set(name.replace('pending-mfa', sessionCookieName), value);
  expect(isSignedIn(renaming)).toBe(true);
  expect((await renaming.get('/wallets')).headers.location).toContain('/sign-in');

  const thief = openHttpClient(addresses.siteUrl);
  await thief.signIn(account);
  const code = authenticator.nextCode();
  expect((await visitor.press(secondStep, 'Continue', { code })).headers.location).toBe('/wallets');
  expect(decodeJwt(unpackSession(visitor.cookies, addresses).access_token).aal).toBe('aal2');
  expect([...visitor.cookies.keys()].filter((name) => /pending-mfa|mfa-step/.test(name))).toEqual([]);

  await thief.signIn(account);
  const again = await thief.press(secondStep, 'Continue', { code });
  expect(again.text).toContain('That code doesn&#x27;t match, or it was already used.');
  expect(isSignedIn(thief)).toBe(false);
  expect((await visitor.get('/activity')).text).toContain('Failed sign-in: wrong authenticator code');
});

test('attempts end at the fifth, even with the right code, and cancelling signs the user out', async ({
  account,
  addresses,
}) => {
  const { authenticator } = await addAuthenticator(addresses, account);
  const visitor = openHttpClient(addresses.siteUrl);
  await visitor.signIn(account);
  const form = await visitor.findForm(secondStep, 'Continue');
  for (let guess = 0; guess < 5; guess++) {
    const answer = await visitor.submit(secondStep, form, { code: wrongCode(authenticator.secret) });
    expect(answer.text).toContain('or it was already used.');
  }
  const answer = await visitor.submit(secondStep, form, { code: authenticator.nextCode() });
  expect(answer.text).toContain('Too many attempts.');
  expect(isSignedIn(visitor)).toBe(false);

  await visitor.press(secondStep, 'Cancel and start over');
  expect((await visitor.get(secondStep)).headers.location).toBe('/sign-in');
});

test('a password reset requires the code too, then the new password, and asks to save recovery codes', async ({
  account,
  addresses,
  mailbox,
}) => {
  const { authenticator } = await addAuthenticator(addresses, account, false);
  const visitor = openHttpClient(addresses.siteUrl);
  const known = await mailbox.lastTo(account.email);
  await visitor.press('/reset-password', 'Email me a code', { email: account.email });
  const { pathname, search } = new URL((await mailbox.newestTo(account.email, known)).link ?? '');
  expect((await visitor.press(pathname + search, 'Continue')).headers.location).toBe(secondStep);
  const code = authenticator.nextCode();
  const next = await visitor.press(secondStep, 'Continue', { code });
  expect(next.headers.location).toBe('/reset-password/new');
  const password = 'another horse battery';
  const changed = await visitor.press('/reset-password/new', 'Change password', { password });
  expect(changed.text).toContain('Your password is changed.');
  expect(changed.text).toContain('href="/security/recovery-codes?next=%2Fwallets"');
});

test("another user's set-up or a replaced one turns nothing on", async ({ addresses }) => {
  const [ann, bob] = [await createAccount(addresses), await createAccount(addresses)];
  const one = openHttpClient(addresses.siteUrl);
  await one.signIn(ann);
  await one.press('/security', 'Add an authenticator app');
  const other = openHttpClient(addresses.siteUrl);
  await other.signIn(bob);
  const setUp = one.cookies.get('authenticator-set-up') ?? '';
  other.cookies.set('authenticator-set-up', setUp);
  expect((await other.get('/security/authenticator')).headers.location).toBe('/security?done=setup-closed');

  // Read from the page's text for manual entry, because the cookie is sealed.
  const shown = await one.get('/security/authenticator');
  const secret = /(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}/.exec(shown.text)?.[0].replaceAll(' ', '') ?? '';
  expect(secret).toHaveLength(32);
  const form = await one.findForm('/security/authenticator', 'Turn on two-step sign-in');
  const elsewhere = openHttpClient(addresses.siteUrl);
  await elsewhere.signIn(ann);
  await elsewhere.press('/security', 'Add an authenticator app');
  const code = openAuthenticator('', secret).nextCode();
  const late = await one.submit('/security/authenticator', form, { code });
  expect(late.text).toContain('That authenticator no longer exists.');
});

test('behind a trusted proxy an account with an authenticator signs in, and changes its email as usual @slow @tour', async ({
  page,
  startSite,
  addresses,
  account,
}) => {
  const { authenticator } = await addAuthenticator(addresses, account);
  const { siteUrl } = await startSite({ TRUSTED_PROXY_HEADER: 'X-Visitor' });
  await page.setExtraHTTPHeaders({ 'x-visitor': '192.0.2.7' });
  await page.goto(`${siteUrl}/sign-in?next=/account`);
  await enterPassword(page, account);
  await expect(page).toHaveURL(siteUrl + secondStep);
  await page.getByLabel('Code').fill(authenticator.nextCode());
  await expect(page).toHaveURL(`${siteUrl}/account`);
  // Calls Auth with the user's own token.
  const email = `new-${crypto.randomUUID()}@example.com`;
  await openSetting(page, 'the email');
  await show(page, 'account-email-open');
  await page.getByLabel('New email').fill(email);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText(`${email}: not confirmed yet`)).toBeVisible();
});
