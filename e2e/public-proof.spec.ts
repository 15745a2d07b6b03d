import { checkPublicProof } from 'countersign/proof/public-proof';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { changeWallet } from './fixtures/prove-wallet.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { decodeHtml, readWords } from './fixtures/read-html.ts';
import { recordPageHides } from './fixtures/record-page-hide.ts';
import { addSessionCookies } from './fixtures/session-cookies.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';

const allPassed = 'All 9 checks passed in this browser.';

function readStatement(html: string): string {
  return decodeHtml(/<pre\b[^>]*>(.*?)<\/pre>/s.exec(html)?.[1] ?? '');
}

test('a visitor sees whose wallet it is and what was signed, and their browser checks it @phone @tour', {
  tag: '@firefox',
}, async ({ page, addresses, consoleErrors }) => {
  const proof = await publishProof(addresses, { accountName: 'José Núñez', displayName: 'Jose Nunez' });
  const { accountCode, statement } = await (await fetch(addresses.siteUrl + proof.jsonPath)).json();
  const answer = await page.goto(proof.path);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Proof of a wallet' })).toBeVisible();
  await expect(page.getByText(proof.key.address, { exact: true })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: accountCode })).toBeVisible();
  await expect(page.getByText(/^Proven \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC$/)).toBeVisible();
  await expect(page.getByText(/^Valid as of \d.* UTC\.$/)).toBeVisible();
  await expect(page.locator('pre')).toHaveText(statement);
  expect(statement).toContain(accountCode);
  await expect(page.locator('pre')).toBeHidden();
  await show(page, 'proof');
  for (const fold of [
    'The statement, exactly as signed',
    "What it proves, and what it doesn't",
    'Check it without this page',
  ])
    await page.getByText(fold).click();
  await expect(page.getByRole('heading', { name: 'What it proves', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: "What it doesn't prove" })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What is Countersign?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View on Solana Explorer' })).toHaveAttribute(
    'href',
    `https://explorer.solana.com/address/${proof.key.address}`,
  );
  await expect(page.getByText('npm run verify-proof')).toBeVisible();

  await expect(page.getByText(allPassed)).toBeVisible();
  await page.getByText('Check in your browser').click();
  await expect(page.getByRole('listitem').filter({ hasText: /^Passed/ })).toHaveCount(9);
  await show(page, 'proof-what-was-checked');
  await expectNoAxeViolations(page);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(tooWide).toBeLessThanOrEqual(0);
  // Large enough for a mouse, or on a phone for a finger, counting the extended target of small controls.
  const least = (page.viewportSize()?.width ?? 0) < 640 ? 44 : 36;
  for (const control of await page.getByRole('main').getByRole('button').all())
    expect(await control.evaluate(measurePressed)).toBeGreaterThanOrEqual(least);
  expect(consoleErrors).toEqual([]);
});

const methods = [
  ['sign_offchain_message', 'The wallet signed an off-chain message, which can never be a transaction'],
  ['sign_in', 'The wallet signed a message'],
  ['sign_message', 'The wallet signed a message'],
  ['memo', 'a transaction that contains the statement and can never execute'],
] as const;

test("a proof says how it was made and its account's name, and passes", async ({ addresses }) => {
  const open = async (choices: Parameters<typeof publishProof>[1]) => {
    const { path, jsonPath } = await publishProof(addresses, choices);
    const visitor = openHttpClient(addresses.siteUrl);
    const checked = checkPublicProof(JSON.parse((await visitor.get(jsonPath)).text));
    expect(checked).toMatchObject({ status: 'checked', isValid: true });
    return (await visitor.get(path)).text;
  };
  for (const [method, words] of methods) {
    await test.step(`a proof by ${method} says how it was made and passes`, async () => {
      expect(readWords(await open({ method }))).toContain(words);
    });
  }
  await test.step('an account with a name is called what the statement calls it', async () => {
    expect(readWords(await open({ displayName: 'Ada L.' }))).toMatch(/ Ada L\., ID \w{4}-\w{4} /);
  });
  await test.step('a name in letters that no statement can have stands beside what was signed', async () => {
    const text = await open({ accountName: 'José Núñez', displayName: 'Jose Nunez' });
    expect(readWords(text)).toMatch(/ José Núñez, ID \w{4}-\w{4} ?The signed text spells it "Jose Nunez"\./);
    expect(readStatement(text)).toContain('"Jose Nunez"');
  });
  await test.step('a name that the signed one is no form of is not shown', async () => {
    const text = await open({ accountName: 'Ève', displayName: 'Ada' });
    expect(readWords(text)).toMatch(/ Ada, ID /);
    expect(text).not.toContain('Ève');
  });
});

test('the address and the link can be copied, and the JSON downloaded', async ({
  page,
  context,
  addresses,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const proof = await publishProof(addresses);
  await page.goto(proof.path);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect.poll(copied).toBe(proof.key.address);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(copied).toBe(addresses.siteUrl + proof.path);
  await page.getByText('Check it without this page').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`countersign-proof-${proof.proofId}.json`);
  await expect(page.getByRole('link', { name: 'Open as JSON' })).toHaveAttribute('href', proof.jsonPath);
});

test('its owner finds the link to manage it, and there the badge, posts and picture', async ({
  page,
  context,
  addresses,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const left = await recordPageHides(page);
  const proof = await publishProof(addresses);
  const invitation = page.getByRole('link', { name: 'Prove a wallet of your own' });
  await page.goto(proof.path);
  await expect(page.getByText(allPassed)).toBeVisible();
  await expect(invitation).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage' })).toHaveCount(0);
  // The whole page fits the screen.
  const last = await page.getByText('Check it without this page').boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(800);

  await addSessionCookies(page, addresses, proof.account);
  await page.reload();
  await expect(page.getByText('Your proof.')).toBeVisible();
  expect(await left(proof.path)).toBe('shown again');
  await expect(invitation).toHaveCount(0);
  await expect(page.getByText(allPassed)).toBeVisible();
  // The page names its owner now, so the browser must not restore it after the sign-out.
  await page.reload();
  await expect(page.getByText(allPassed)).toBeVisible();
  expect(await left(proof.path)).toBe('hidden');
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Manage' }).click();
  await expect(page.getByRole('dialog', { name: 'This proof is public' })).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('radio', { name: 'Badge' }).check();
  const badge = page
    .getByRole('img', { name: /^Proof of the wallet .* account [0-9A-Z]{4}-[0-9A-Z]{4}$/ })
    .and(page.locator('img'));
  await expect
    .poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Copy Markdown' }).click();
  await expect
    .poll(copied)
    .toContain(`(${addresses.siteUrl}${proof.path}/badge.svg)](${addresses.siteUrl}${proof.path})`);
  await page.getByRole('radio', { name: 'Link' }).check();
  const postsTo = async (name: RegExp) =>
    new URL((await page.getByRole('link', { name }).getAttribute('href')) ?? '');
  for (const [name, place] of [
    [/^Post on X/, 'https://x.com/intent/post'],
    [/^Telegram/, 'https://t.me/share/url'],
  ] as const) {
    const { origin, pathname, searchParams } = await postsTo(name);
    expect([origin + pathname, searchParams.get('url')]).toEqual([place, addresses.siteUrl + proof.path]);
  }
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download picture' }).click(),
  ]);
  expect(picture.suggestedFilename()).toBe('countersign-proof.png');
});

test('without JavaScript everything is readable, and says that nothing was checked', async ({
  addresses,
}) => {
  const proof = await publishProof(addresses);
  const { statement } = await (await fetch(addresses.siteUrl + proof.jsonPath)).json();
  const { text } = await openHttpClient(addresses.siteUrl).get(proof.path);
  const words = readWords(text);
  expect(words).toContain(proof.key.address);
  expect(words).toContain('Not checked in this browser.');
  expect(words).not.toMatch(/checks passed/);
  expect(readStatement(text)).toBe(statement);
});

test('a check that cannot run says so and can be retried, and a proof that has ended since does not pass @tour', async ({
  page,
  addresses,
}) => {
  const { path, jsonPath, prover, walletId } = await publishProof(addresses);
  const again = page.getByRole('button', { name: 'Check again' });
  const openUnchecked = async () => {
    await page.route(`**${jsonPath}`, (route) => route.abort());
    await page.goto(path);
    await expect(again).toBeVisible();
  };
  await openUnchecked();
  const problem = page.getByRole('alert').filter({ hasText: "couldn't check this proof in your browser" });
  await expect(problem).toBeVisible();
  await expect(page.getByText('Not checked in this browser.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.unroute(`**${jsonPath}`);
  await again.click();
  await expect(page.getByText(allPassed)).toBeVisible();
  await expect(problem).toHaveCount(0);

  await openUnchecked();
  await changeWallet(addresses, prover, 'remove_wallet', walletId);
  await page.unroute(`**${jsonPath}`);
  await again.click();
  await expect(page.getByRole('alert').filter({ hasText: 'changed after you opened' })).toBeVisible();
  await expect(page.getByText(/checks passed/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This proof has ended' })).toBeVisible();
  await show(page, 'proof-ended');
  await expectNoAxeViolations(page);
});

test('a page that shows one proof and checks the JSON of another, valid one says that the check failed', async ({
  page,
  addresses,
}) => {
  const [shown, good] = [await publishProof(addresses), await publishProof(addresses)];
  const json = await (await fetch(addresses.siteUrl + good.jsonPath)).json();
  await page.route(`**${shown.jsonPath}`, (route) => route.fulfill({ json }));
  await page.goto(shown.path);
  const failure = 'This proof failed the check in your browser.';
  await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
  await expect(page.getByText(/checks passed/)).toHaveCount(0);
  const failed = page.locator('[data-check]').filter({ hasText: /^Failed/ });
  await expect(failed).toHaveCount(1);
  await expect(failed).toHaveAttribute('data-check', 'page');
  await expectNoAxeViolations(page);
});

function measurePressed(control: Element): number {
  const around = Number.parseFloat(getComputedStyle(control, '::after').height);
  return Math.max(control.getBoundingClientRect().height, around || 0);
}

test('a phone opens its own share sheet, and closing that is no failure @slow', async ({
  page,
  addresses,
  consoleErrors,
}) => {
  const { path } = await publishProof(addresses);
  await page.addInitScript(() => {
    Reflect.set(navigator, 'share', async (data: unknown) => Reflect.set(window, 'shared', data));
  });
  await page.goto(path);
  await page.getByRole('button', { name: 'Share…' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual({
    title: 'Proof of a wallet',
    url: addresses.siteUrl + path,
  });
  await page.evaluate(() =>
    Reflect.set(navigator, 'share', async () => {
      Reflect.set(window, 'shared', 'canceled');
      throw new DOMException('canceled', 'AbortError');
    }),
  );
  await page.getByRole('button', { name: 'Share…' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toBe('canceled');
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
  expect(consoleErrors).toEqual([]);
});
