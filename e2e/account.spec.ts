import { createAccount, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openSetting } from './fixtures/open-setting.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

test('the email changes once both addresses have agreed, and a link signs nobody in', async ({
  page,
  member,
  browser,
  addresses,
  mailbox,
}) => {
  const email = `new-${crypto.randomUUID()}@example.com`;
  const known = await mailbox.lastTo(member.email);
  await page.goto('/account');
  await openSetting(page, 'the email');
  await page.getByLabel('New email').fill(email);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText(`${member.email}: waiting for the link in its mail`)).toBeVisible();
  await expect(page.getByText(`${email}: waiting for the link in its mail`)).toBeVisible();
  await expectNoAxeViolations(page);

  const { link } = await mailbox.newestTo(member.email, known);
  const elsewhere = await browser.newPage({ baseURL: addresses.siteUrl });
  await elsewhere.goto(link ?? '');
  await expect(elsewhere.getByText(`${member.email} agrees`)).toBeVisible();
  await expectNoAxeViolations(elsewhere);
  await elsewhere.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(elsewhere.getByText('This address is confirmed.')).toBeVisible();
  await elsewhere.goto('/wallets');
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await elsewhere.close();

  await page.reload();
  await expect(page.getByText(`${member.email}: has agreed`)).toBeVisible();
  const { code } = await mailbox.newestTo(email);
  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Confirm code' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "That code doesn't match" })).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill(code ?? '');
  await expect(page.getByText(`Your email is now ${email}.`)).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(email);
});

test('whoever is signed in as somebody else sees both accounts before they agree to a new email', async ({
  page,
  member,
  addresses,
  mailbox,
}) => {
  const other = await createAccount(addresses);
  const visitor = openVisitor(addresses.siteUrl);
  await visitor.signIn(other);
  const email = `new-${crypto.randomUUID()}@example.com`;
  await visitor.press('/account', 'Change email', { email });
  const { link } = await mailbox.newestTo(email);
  await page.goto(link ?? '');
  await expect(page.getByText(`You are signed in as ${member.email}.`)).toBeVisible();
  await expect(page.getByText(/^This is for a different account: \w{4}-\w{4}\./)).toBeVisible();
  // Whole for anyone who has its mailbox, and no more than its owner needs for anyone who has the new one.
  await expect(page.getByText(other.email.replace(/^(.)[^@]*/, '$1…'), { exact: true })).toBeVisible();
  await expect(page.getByText(other.email)).toHaveCount(0);
  await expect(page.getByText(`${email} agrees`)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByText('This address is confirmed.')).toBeVisible();
  await page.goto('/account');
  await expect(page.getByRole('main').getByText(member.email).first()).toBeVisible();
});

test('a new password ends the other sessions and not this one', async ({
  page,
  member,
  browser,
  addresses,
}) => {
  await page.goto('/account');
  await page.getByRole('main').getByRole('link', { name: 'Security' }).click();
  // The link has opened its form.
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.getByLabel('Password').fill(member.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'That is already your password.' })).toBeFocused();
  await page.getByLabel('Password').fill('a new and better one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Every other session has ended.')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await expect(page.getByText('Last changed here on')).toBeVisible();
  await page.goto('/wallets');
  await expect(page).toHaveURL('/wallets');
  const elsewhere = await browser.newPage({ baseURL: addresses.siteUrl });
  await signIn(elsewhere, { ...member, password: 'a new and better one' });
  await elsewhere.close();
});
