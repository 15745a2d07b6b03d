import { startAppOnBackend } from '../fixtures/app-on-backend.ts';
import { carrySession } from '../fixtures/session-cookies.ts';
import { expect, test } from '../fixtures/test.ts';
import { expectFits, phone } from '../fixtures/walk-sign-in-method.ts';

test.use(phone);

test('the longest name of a site fits a small phone, signed out and in', async ({
  page,
  account,
  addresses,
}) => {
  const app = await startAppOnBackend(addresses, {
    variables: {
      SITE_NAME: "Müller & Söhne's Treuhandgesellschaft AG",
      TERMS_URL: 'https://acme.example/terms',
      PRIVACY_URL: 'https://acme.example/privacy',
      SUPPORT_URL: 'mailto:help@acme.example',
    },
  });
  try {
    await page.goto(`${app.siteUrl}/sign-in`);
    await expectFits(page);
    await carrySession(page, { ...addresses, siteUrl: app.siteUrl }, account);
    await page.goto(`${app.siteUrl}/account`);
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport();
    await expectFits(page);
  } finally {
    await app.process.stop();
  }
});
