import type { Page } from 'playwright/test';
import { waitForHydration } from './fixtures/hydration.ts';
import { noteLeaving } from './fixtures/note-leaving.ts';
import { addByCard } from './fixtures/passkey-card.ts';
import { sendRaw } from './fixtures/raw-request.ts';
import { expect, test } from './fixtures/test.ts';

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

test('the card adds a passkey with one touch; from then on one press leads to where somebody was going, and one touch at the email', async ({
  page,
  account,
  consoleErrors,
}) => {
  const device = await addByCard(page, account);
  await device.touch();

  const left = await noteLeaving(page);
  await page.goto('/account');
  await expect(page).toHaveURL('/sign-in?next=%2Faccount');
  await passkeyButton(page).click();
  await expect(page).toHaveURL('/account');
  expect(await left('/sign-in')).toBe('hidden');
  await device.letGo();
  await page.getByRole('button', { name: 'Sign out' }).click();

  // Used last, so it comes first, says so, and is offered at the e-mail without a key or touch in the page.
  await device.touch();
  await page.goto('/sign-in?next=/security');
  await expect(page).toHaveURL('/security');
  expect(consoleErrors).toEqual([]);
});

test('a browser without passkeys is shown no button', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await page.goto('/sign-in');
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Sign in with Solana' })).toBeVisible();
  await expect(passkeyButton(page)).toHaveCount(0);
});

test('a challenge is given to pages of this site alone, with a cookie that no other site sends along', async ({
  addresses: { siteUrl },
}) => {
  const path = '/api/passkeys/challenge';
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost:1',
    `${siteUrl}.evil.example`,
    '',
  ]) {
    const answer = await sendRaw(siteUrl, { method: 'POST', path, ...(origin && { headers: { origin } }) });
    expect([origin, answer.status, answer.setCookies]).toEqual([origin, 403, []]);
  }
  const answer = await sendRaw(siteUrl, { method: 'POST', path, headers: { origin: siteUrl } });
  expect([answer.status, JSON.parse(answer.text).options.userVerification]).toEqual([200, 'required']);
  expect(answer.setCookies).toEqual([expect.stringMatching(/passkey-browser=.*HttpOnly; SameSite=strict/i)]);
  expect(answer.headers['cache-control']).toContain('no-store');
  expect((await sendRaw(siteUrl, { path })).status).toBe(405);
});
