import { enterPassword } from '../fixtures/account.ts';
import { startAppOnBackend } from '../fixtures/app-on-backend.ts';
import { openSetting } from '../fixtures/open-setting.ts';
import { addAuthenticator } from '../fixtures/second-factor.ts';
import { expect, test } from '../fixtures/test.ts';

const secondStep = '/sign-in/second-factor';

test('behind a trusted proxy an account with an authenticator signs in, and asks for another email as ever', async ({
  browser,
  addresses,
  account,
}) => {
  const { authenticator } = await addAuthenticator(addresses, account);
  const app = await startAppOnBackend(addresses, { variables: { TRUSTED_PROXY_HEADER: 'X-Visitor' } });
  const context = await browser.newContext({
    baseURL: app.siteUrl,
    extraHTTPHeaders: { 'x-visitor': '192.0.2.7' },
  });
  try {
    const page = await context.newPage();
    await page.goto('/sign-in?next=/account');
    await enterPassword(page, account);
    await expect(page).toHaveURL(secondStep);
    await page.getByLabel('Code').fill(authenticator.nextCode());
    await expect(page).toHaveURL('/account');
    // Asks Auth by the person's own token.
    const email = `new-${crypto.randomUUID()}@example.com`;
    await openSetting(page, 'the email');
    await page.getByLabel('New email').fill(email);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText(`${email}: not confirmed yet`)).toBeVisible();
  } finally {
    await context.close();
    await app.process.stop();
  }
});
