import type { Page } from 'playwright/test';
import { makeAccent, writeAccent } from '../lib/accent.ts';
import { isPublicPath } from '../lib/http/public-paths.ts';
import { teamColors } from '../lib/testing/team-colors.ts';
import { themeCookie } from '../lib/theme.ts';
import { enterPassword } from './fixtures/account.ts';
import { expectNoAxeViolations, type Look } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { listPages } from './fixtures/page-paths.ts';
import { expectReflow } from './fixtures/phone-width.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { addSessionCookies } from './fixtures/session-cookies.ts';
import { phone } from './fixtures/sign-in-and-out.ts';
import { expect, test } from './fixtures/test.ts';

/** Opens each page in turn, in one browser. */
async function expectCleanPages(page: Page, paths: string[], looks: Look[] = ['dark']): Promise<void> {
  for (const path of paths) {
    await test.step(`${path} is clean in axe, and fits 320 px`, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectNoAxeViolations(page, looks);
      await expectReflow(page);
    });
  }
}

const forVisitors = listPages().filter(isPublicPath);
const forMembers = [...listPages().filter((path) => !isPublicPath(path)), '/no-such-page'];

test('axe finds nothing on pages for visitors, light and dark', async ({ page }) => {
  await expectCleanPages(page, forVisitors);
});

test('axe finds nothing on pages for members, light and dark', async ({ page, member: _member }) => {
  await expectCleanPages(page, forMembers);
});

test("axe finds nothing in any team's color, light and dark @slow", async ({ page, addresses }) => {
  const { account, path: proof } = await publishProof(addresses);
  const app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  await addSessionCookies(page, addresses, account);
  const check = async (path: string, colors = ['#000000', '#ffd400'], open?: () => Promise<void>) => {
    await page.goto(path);
    await open?.();
    for (const color of colors) {
      await page.evaluate(
        (rule) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rule);
          document.adoptedStyleSheets = [sheet];
        },
        writeAccent(makeAccent(color)),
      );
      await test.step(`${path} in ${color}`, () => expectNoAxeViolations(page, ['dark']));
    }
  };
  for (const path of ['/wallets', '/account', '/security', '/accessibility']) await check(path, teamColors);
  for (const path of [`${app.url}/sign-in`, proof]) await check(path);
  await check('/wallets', undefined, async () => {
    await page.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Share…' }).click();
  });
  // The site's name in the preview of the shared picture: the yellow of links.
  const name = page.getByRole('dialog').getByText('Countersign', { exact: true });
  await expect(name).toHaveCSS('color', 'rgb(122, 102, 0)');
  await page.context().clearCookies();
  await check('/sign-in');
  await app.stop();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('axe finds nothing on pages for visitors on a phone, in every look @slow', async ({ page }) => {
    await expectCleanPages(page, forVisitors, ['dark', 'forced colours']);
  });

  test('axe finds nothing on pages for members on a phone, in every look @slow', async ({
    page,
    member: _member,
  }) => {
    await expectCleanPages(page, forMembers, ['dark', 'forced colours']);
  });

  test('nothing is wider than the screen, and every target is large enough for touch', async ({
    page,
    member: _member,
  }) => {
    for (const path of ['/wallets', '/account']) {
      await page.goto(path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(width).toBeLessThanOrEqual(0);
      for (const control of await page.getByRole('main').getByRole('button').all()) {
        const box = await control.boundingBox();
        expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
      }
    }
  });

  test('the focus ring of every control is fully visible', async ({ page, member: _member }) => {
    await page.goto('/wallets');
    const signOut = page.getByRole('button', { name: 'Sign out' });
    await expect(signOut).toBeVisible();
    const cut: string[] = [];
    const isThere = () => signOut.evaluate((button) => button === document.activeElement);
    while (!(await isThere())) {
      await page.keyboard.press('Tab');
      cut.push(
        ...(await page.evaluate(() => {
          const focused = document.activeElement ?? document.body;
          const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(focused);
          const ring =
            outlineStyle === 'none' ? 0 : Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
          const { left, right, top, bottom } = focused.getBoundingClientRect();
          const isWhole =
            Math.min(left, top) >= ring && right + ring <= innerWidth && bottom + ring <= innerHeight;
          return isWhole ? [] : [focused.textContent ?? ''];
        })),
      );
    }
    expect(cut).toEqual([]);
  });
});

test('the theme follows the system until the user chooses one, and the choice is kept', async ({ page }) => {
  // Reads the text color, because the background has two halves here.
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = 'rgb(27, 29, 34)';
  const dark = 'rgb(237, 235, 228)';
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/sign-in');
  expect(await ink()).toBe(dark);
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCSS('background-color', dark);
  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  expect(await ink()).toBe(light);
  await page.reload();
  expect(await ink()).toBe(light);
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await page.getByRole('radio', { name: 'System' }).check({ force: true });
  // The test's reload can overtake the page's change of the cookie.
  const hasChosen = async () => (await page.context().cookies()).some(({ name }) => name === themeCookie);
  await expect.poll(hasChosen).toBe(false);
  await page.reload();
  expect(await ink()).toBe(dark);
});

test('the theme chosen before signing in remains after it', { tag: ['@firefox', '@webkit'] }, async ({
  page,
  account,
}) => {
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  await page.goto('/sign-in');
  const light = await ink();
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  const dark = await ink();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await ink()).toBe(dark);
  await enterPassword(page, account);
  await expect(page).toHaveURL('/wallets');
  expect(await ink()).toBe(dark);
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test('an unknown page says so and offers a link, signed out and in, without scripts too', async ({
  page,
  account,
  addresses,
}) => {
  await test.step('to somebody signed out, with both ways in', async () => {
    const missing = await page.goto('/no-such-page');
    expect(missing?.status()).toBe(404);
    await expect(page).toHaveURL('/no-such-page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("This page doesn't exist.");
    await expectNoAxeViolations(page);
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/sign-up');
    await expect(page.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/sign-in');
  });
  await addSessionCookies(page, addresses, account);
  for (const [path, wayOn] of [
    ['/proofs/no-such-proof', 'Your wallets'],
    ['/no-such-page', 'Go to your wallets'],
  ] as const) {
    const text = await (await page.request.get(path)).text();
    const drawn = text.replace(/<script.*?<\/script>/gs, '');
    expect([path, drawn]).toEqual([path, expect.stringContaining(wayOn)]);
    expect([path, drawn]).toEqual([path, expect.stringContaining('<h1>')]);
  }
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const places = page.getByRole('navigation', { name: 'Main' });
  await expect(places.getByRole('link', { name: 'Activity' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your wallets' }).click();
  await expect(page).toHaveURL('/wallets');
});

test('a keyboard reaches everything on sign-in, in reading order', { tag: '@firefox' }, async ({ page }) => {
  await page.goto('/sign-in');
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Sign in with Solana' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  const reached: string[] = ['Skip to content'];
  for (let step = 0; step < 11; step++) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => {
        const focused = document.activeElement as HTMLInputElement | null;
        return focused?.labels?.[0]?.textContent ?? focused?.textContent ?? '';
      }),
    );
  }
  expect(reached).toEqual([
    'Skip to content',
    'Countersign',
    'Email',
    'Continue',
    'Use a password',
    'Forgot your password?',
    'Sign in with a passkey',
    'Sign in with Solana',
    'Create an account',
    'local mailbox',
    'Try it without a wallet',
    'System',
  ]);
});
