import { createAccount, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openSetting } from './fixtures/open-setting.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

test('a display name is kept as it is written, and one that could fake something stays in its field', async ({
  page,
  member: _member,
}) => {
  await page.goto('/account');
  await openSetting(page, 'the name');
  await expect(page.getByLabel('Display name')).toBeFocused();
  const attacks = {
    '': 'Enter a name.',
    'eve" (ID 1111-1111)': /Use letters from one alphabet.* Take out “"”, “\(”, and “\)”\.$/,
    [`${'x'.repeat(33)}`]: 'Use up to 32 characters.',
  };
  for (const [name, refusal] of Object.entries(attacks)) {
    await page.getByLabel('Display name').fill(name);
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText(refusal)).toBeVisible();
    await expect(page.getByLabel('Display name')).toHaveValue(name);
  }
  await expect(page.getByText('33 of 32 characters: 1 too many')).toBeVisible();
  await expect(page.getByLabel('Display name')).toHaveAccessibleDescription(
    /33 of 32 characters: 1 too many/,
  );
  await expectNoAxeViolations(page);
  await page.getByLabel('Display name').fill('José Núñez');
  await expect(page.getByText('What you sign says Jose Nunez')).toBeVisible();
  await expect(page.getByText('Applies to new proofs.')).toBeVisible();
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name saved')).toBeVisible();
  await expect(page.getByLabel('Display name')).toBeHidden();
  await expect(page.locator('summary').filter({ hasText: 'the name' })).toBeFocused();
  // What is cancelled is gone, and the page's own fragment opens the form, too.
  await openSetting(page, 'the name');
  await page.getByLabel('Display name').fill('Somebody else');
  await page.getByText('Cancel: leave the name as it is').click();
  await expect(page.getByLabel('Display name')).toHaveCount(0);
  await page.evaluate(() => location.assign('#name'));
  await expect(page.getByLabel('Display name')).toBeFocused();
  await expect(page.getByLabel('Display name')).toHaveValue('José Núñez');
  await page.reload();
  await expect(page.getByRole('main').getByText('José Núñez')).toBeVisible();
});

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

test('asking for an address that has an account looks like asking for a free one, and its owner hears of it', async ({
  page,
  member,
  addresses,
  mailbox,
}) => {
  const owner = await createAccount(addresses);
  const known = await mailbox.lastTo(member.email);
  await page.goto('/account');
  await openSetting(page, 'the email');
  await page.getByLabel('New email').fill(owner.email);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Check your mail.')).toBeVisible();
  await expect(page.getByText(`${member.email}: waiting for the link in its mail`)).toBeVisible();
  await expect(page.getByText(`${owner.email}: waiting for the link in its mail`)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  const { subject, link } = await mailbox.newestTo(member.email, known);
  expect(subject).toBe('Confirm your new email');
  await page.goto(link ?? '');
  await expect(page.getByText("It's the account you're signed in to.")).toBeVisible();
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByText('This address is confirmed.')).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText(`${member.email}: has agreed`)).toBeVisible();
  const told = await mailbox.noticeTo(owner.email, 'Someone asked to use your address');
  expect(told.text).not.toContain(member.email);
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
