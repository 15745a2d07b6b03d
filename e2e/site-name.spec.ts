import { writeFile } from 'node:fs/promises';
import { makePng } from '../lib/testing/make-png.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { readLink, readWords } from './fixtures/read-html.ts';
import { addSessionCookies } from './fixtures/session-cookies.ts';
import { expectFits, phone } from './fixtures/sign-in-and-out.ts';
import { expect, test } from './fixtures/test.ts';

/** The longest allowed name, with characters that HTML escapes. */
const siteName = "Müller & Söhne's Treuhandgesellschaft AG";

const escapedName = 'Müller &amp; Söhne&#x27;s Treuhandgesellschaft AG';

const places = {
  Terms: 'https://acme.example/terms',
  Privacy: 'https://acme.example/privacy',
  Support: 'mailto:help@acme.example',
};

const variables = {
  SITE_NAME: siteName,
  TERMS_URL: places.Terms,
  PRIVACY_URL: places.Privacy,
  SUPPORT_URL: places.Support,
};

test('a site with its own name, links, logos, icon and color shows them on every page, signed out and in', async ({
  startSite,
  page,
  account,
  addresses,
}) => {
  const widths = { SITE_LOGO: 120, SITE_LOGO_DARK: 80, SITE_ICON: 64 };
  const files: Record<string, string> = {};
  for (const [name, width] of Object.entries(widths)) {
    files[name] = test.info().outputPath(`${name}.html`);
    await writeFile(files[name], makePng({ width }));
  }
  const app = await startSite({
    ...variables,
    ...files,
    ...{ SITE_COLOR: '#FFD400', SITE_INTRO: 'For members & friends\\nOf all kinds.' },
  });
  const visitor = openHttpClient(app.siteUrl);
  const { text: signedOut } = await visitor.get('/sign-in');
  expect(signedOut).toContain(`<title>Sign in · ${escapedName}</title>`);
  for (const [name, url] of Object.entries(places)) expect(readLink(signedOut, name)).toBe(url);
  expect(readLink(signedOut, 'Accessibility')).toBe('/accessibility');
  // Statements name Countersign, whatever the site's name.
  expect(readWords(signedOut)).toContain(`${siteName} proves wallets with Countersign.`);

  expect(readWords(signedOut)).toContain('For members & friends Of all kinds.');
  const [, address = ''] = / src="(\/brand\/[0-9a-f]+)"/.exec(signedOut) ?? [];
  const { headers } = await visitor.get(address);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await visitor.get('/brand/another')).status).toBe(404);
  const [, icon = ''] = /<link rel="icon" href="(\/brand\/[0-9a-f]+)"/.exec(signedOut) ?? [];
  expect(signedOut).toContain(`<link rel="apple-touch-icon" href="${icon}"`);
  expect((await visitor.get('/favicon.ico')).headers.location).toContain(icon);

  await test.step("each theme shows its logo, and paper the light one's", async () => {
    const shown = page.getByAltText(siteName).filter({ visible: true });
    const isWide = (width: number) => expect(shown).toHaveJSProperty('naturalWidth', width);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${app.siteUrl}/sign-in`);
    await isWide(widths.SITE_LOGO_DARK);
    await page.emulateMedia({ media: 'print' });
    await isWide(widths.SITE_LOGO);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('radio', { name: 'Light' }).check({ force: true });
    await isWide(widths.SITE_LOGO);
  });
  // Also in the sheet that outage pages load.
  expect((await visitor.get('/style/any')).text).toContain('--accent:var(--lightningcss-light,#');
  expect(app.process.errorOutput()).toContain('The color #ffd400 is darkened to ');

  await visitor.signIn(account);
  const proof = await publishProof(addresses);
  for (const path of ['/wallets', '/account', proof.path]) {
    const { text } = await visitor.get(path);
    for (const url of [...Object.values(places), address]) expect(text, path).toContain(`="${url}"`);
    expect(text, path).toContain(` · ${escapedName}</title>`);
    if (path === proof.path)
      expect(text).toContain(`<meta property="og:site_name" content="${escapedName}"/>`);
  }
  expect((await visitor.get(`${proof.path}/badge.svg`)).text).toContain(
    `<title>${escapedName.replace('&#x27;', '&#39;')}: `,
  );
});

test.describe('on a small phone @slow', () => {
  test.use(phone);

  test('the longest site name fits a small phone, signed out and in', async ({
    startSite,
    page,
    account,
    addresses,
  }) => {
    const app = await startSite(variables);
    await page.goto(`${app.siteUrl}/sign-in`);
    await expectFits(page);
    await addSessionCookies(page, { ...addresses, siteUrl: app.siteUrl }, account);
    await page.goto(`${app.siteUrl}/account`);
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport();
    await expectFits(page);
  });
});
