import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';
import { expectFits, phone } from './fixtures/walk-sign-in-method.ts';

/** As long as a name may be, with what HTML has to escape. */
const siteName = "Müller & Söhne's Treuhandgesellschaft AG";
const escapedName = 'Müller &amp; Söhne&#x27;s Treuhandgesellschaft AG';
const places = {
  Terms: 'https://acme.example/terms',
  Privacy: 'https://acme.example/privacy',
  Support: 'mailto:help@acme.example',
};

test.use(phone);

test('a site with a name and links of its own shows them on every page, signed out and in, on a small phone', async ({
  page,
  addresses,
  account,
}) => {
  const app = await startAppOnBackend(addresses, {
    variables: {
      SITE_NAME: siteName,
      TERMS_URL: places.Terms,
      PRIVACY_URL: places.Privacy,
      SUPPORT_URL: places.Support,
    },
  });
  try {
    await page.goto(`${app.siteUrl}/sign-in`);
    await expect(page).toHaveTitle(`Sign in · ${siteName}`);
    const footer = page.getByRole('contentinfo');
    for (const [name, url] of Object.entries(places))
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', url);
    // What wallets sign names that, whatever the site is called.
    await expect(footer.getByText(`${siteName} proves wallets with Countersign.`)).toBeVisible();
    await expectFits(page);

    const visitor = openVisitor(app.siteUrl);
    await visitor.signIn(account);
    const proof = await publishProof(addresses);
    for (const path of ['/wallets', '/account', proof.path]) {
      const { text } = await visitor.get(path);
      for (const url of Object.values(places)) expect(text, path).toContain(`href="${url}"`);
      expect(text, path).toContain(` · ${escapedName}</title>`);
      if (path === proof.path)
        expect(text).toContain(`<meta property="og:site_name" content="${escapedName}"/>`);
    }
    expect((await visitor.get(`${proof.path}/badge.svg`)).text).toContain(
      `<title>${escapedName.replace('&#x27;', '&#39;')}: `,
    );
    await page
      .context()
      .addCookies(
        [...visitor.cookies].map(([name, value]) => ({ name, value, url: app.siteUrl, httpOnly: true })),
      );
    await page.goto(`${app.siteUrl}/account`);
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport();
    await expectFits(page);
  } finally {
    await app.process.stop();
  }
});
