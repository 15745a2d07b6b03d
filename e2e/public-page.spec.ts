import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { neutral } from './fixtures/neutral-answer.ts';
import { createWalletKey } from './fixtures/prove-wallet.ts';
import { changePage, listWallet, listWallets, readPageId } from './fixtures/public-page.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { readWords } from './fixtures/read-html.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';

const answerOn = (page: Page) =>
  page.locator('section').filter({ hasText: 'Is an address theirs?' }).getByRole('status');

test('a visitor sees all wallets that a person lists, checked by their own browser, and asks it about an address without telling the site @phone @tour', async ({
  page,
  addresses,
  consoleErrors,
}) => {
  const { id, wallets } = await listWallets(addresses, 'Bea Lindqvist', 3);
  const answer = await page.goto(`/people/${id}`);
  expect([answer?.status(), answer?.headers()['content-security-policy']]).toEqual([
    200,
    expect.stringContaining("frame-ancestors 'none'"),
  ]);
  await expect(page.getByRole('heading', { level: 1, name: 'Bea Lindqvist' })).toBeVisible();
  // Owners choose their names, so the ID follows.
  await expect(page.getByText(/^Account [0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible();
  await expect(page.getByText('All 3 proofs checked in your browser.')).toBeVisible();
  await expect(page.getByText("The name is the owner's choice; the signatures are not.")).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  const items = page.getByRole('list', { name: 'Proven wallets' }).getByRole('listitem');
  await expect(items).toHaveCount(3);
  await show(page, 'person');
  await expectNoAxeViolations(page);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const field = page.getByLabel('Solana address');
  // Also while it is empty: screen readers don't announce the first change of a hidden region.
  await expect(answerOn(page)).toHaveText('');
  const [own = ''] = wallets.map(({ address }) => address);
  await field.fill(own);
  await expect(page.getByText('Yes. This page lists it, and its proof was checked')).toBeVisible();
  await field.fill(`${own.slice(0, 4)}${createWalletKey().address.slice(0, own.length - 8)}${own.slice(-4)}`);
  await expect(page.getByText(`No. It only looks like ${own.slice(0, 4)}…${own.slice(-4)}`)).toBeVisible();
  await field.fill(createWalletKey().address);
  await expect(page.getByText("No. This page doesn't list it.")).toBeVisible();
  expect(asked).toEqual([]);

  await items.first().getByRole('link', { name: 'View proof' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proof of a wallet' })).toBeVisible();
  // Whoever has one proof learns of no other.
  expect(await page.content()).not.toContain(id);
  expect(consoleErrors).toEqual([]);
});

test('its owner turns the page on in the share sheet; /account has its link, takes wallets off, replaces the link and turns it off @phone', async ({
  page,
  addresses,
  consoleErrors,
}) => {
  const { account, prover, key } = await publishProof(addresses);
  await signIn(page, account, addresses.siteUrl);
  const section = page.locator('#public-page');
  await page.goto('/account#public-page');
  await expect(section.getByText('Off. One link for several wallets')).toBeVisible();
  await page.goto(`/wallets#share-${key.address}`);
  const sheet = page.getByRole('dialog', { name: 'This proof is public' });
  await sheet.getByRole('button', { name: 'Add to your page' }).click();
  await expect(sheet.getByText('It is listed on your page')).toBeVisible();
  await expectNoAxeViolations(page);
  const id = await readPageId(addresses, prover);
  expect((await page.request.get(`/people/${id}`)).status()).toBe(200);

  await page.goto('/account');
  await expect(section.getByText('Listed', { exact: true })).toBeVisible();
  await section.getByText('Share your page').click();
  await expect(section.getByRole('textbox', { name: 'Anyone with this link can see it' })).toHaveValue(
    `${addresses.siteUrl}/people/${id}`,
  );
  await expectNoAxeViolations(page);
  await section.getByRole('button', { name: /^Take off / }).click();
  await section.getByRole('button', { name: /^Add / }).click();
  await expect(section.getByRole('button', { name: /^Take off / })).toBeVisible();
  await section.getByRole('button', { name: 'Get a new link' }).click();
  await expect(section.getByRole('link', { name: 'View your page' })).not.toHaveAttribute(
    'href',
    `/people/${id}`,
  );
  expect((await page.request.get(`/people/${id}`)).status()).toBe(404);
  await section.getByRole('button', { name: 'Turn the page off' }).click();
  await expect(section.getByText('Off. One link for several wallets')).toBeVisible();
  expect(await readPageId(addresses, prover)).toBe('null');
  expect(consoleErrors).toEqual([]);
});

test("a page that failed the check in the visitor's browser, or was turned off since, answers about no address", async ({
  page,
  addresses,
}) => {
  const { id, wallets, prover } = await listWallets(addresses, 'Ada', 2);
  const { id: otherId } = await listWallets(addresses, 'Ada', 1);
  const others = await (await fetch(`${addresses.siteUrl}/api/v1/people/${otherId}`)).json();
  const json = `**/api/v1/people/${id}`;
  await page.clock.install();
  await page.route(json, async (route) => {
    const real = await route.fetch();
    const json = await real.json();
    await route.fulfill({ json: { ...json, proofs: [json.proofs[0], others.proofs[0]] } });
  });
  await page.goto(`/people/${id}`);
  await expect(page.getByText('A proof on this page failed the check in your browser.')).toBeVisible();
  const answer = answerOn(page);
  const field = page.getByLabel('Solana address');
  for (const address of [wallets[0]?.address ?? '', createWalletKey().address]) {
    await field.fill(address);
    await expect(answer).toHaveText(/^Don't rely on this page: a proof on it failed/);
  }

  await page.unroute(json);
  await page.reload();
  await field.fill(wallets[0]?.address ?? '');
  await expect(answer).toHaveText(/^Yes\./);
  await changePage(addresses, prover, 'closed');
  await page.clock.fastForward('02:00');
  await field.fill(wallets[1]?.address ?? '');
  await expect(answer).toHaveText(/^We don't know, because the page changed/);
});

test('a page that is off, an old link, an unknown and a malformed one look identical, and what is taken off is gone from page, JSON and badge', async ({
  addresses,
}) => {
  const { id: old, prover, wallets } = await listWallets(addresses, 'Bea', 2);
  const [kept, taken] = wallets.map(({ address }) => address);
  const visitor = openHttpClient(addresses.siteUrl);
  // The recipe for a README.
  const recipe = readFileSync('docs/api.md', 'utf8').match(/^\[!\[.*?\]\((\S+)\)\]\((\S+)\)$/m) ?? [];
  const [image, link] = recipe.slice(1).map((url) => new URL(url).pathname.replace(/[0-9a-f]{32}/, old));
  expect((await visitor.get(image ?? '')).headers['content-type']).toMatch(/^image\/svg/);
  expect((await visitor.get(link ?? '')).text).toContain(kept);
  const read = async (id: string) =>
    Promise.all(
      [`/people/${id}`, `/api/v1/people/${id}`, `/people/${id}/badge.svg`, `/people/${id}/picture.png`].map(
        (path) => visitor.get(path),
      ),
    );

  const [page, json, badge, picture] = await read(old);
  expect(readWords(page?.text ?? '')).toContain('Nothing was checked, because that needs JavaScript.');
  expect([badge?.status, badge?.text.includes('✓ 2 wallets proven')]).toEqual([200, true]);
  expect([picture?.status, picture?.headers['content-type']]).toEqual([200, 'image/png']);
  for (const { headers } of [badge, picture].flatMap((image) => image ?? []))
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  // Messengers keep the preview, so it names no wallet that may end.
  const preview = page?.text.match(/<meta [^>]*(og:|twitter:|description)[^>]*>/g)?.join('') ?? '';
  expect(preview).toContain(`${addresses.siteUrl}/people/${old}/picture.png`);
  for (const { address, proofId } of wallets)
    expect([preview.includes(address.slice(0, 4)), preview.includes(proofId)]).toEqual([false, false]);

  await listWallet(addresses, prover, wallets[1]?.walletId ?? '', false);
  const [pageAfter, jsonAfter, badgeAfter] = await read(old);
  expect(badgeAfter?.text).toContain('✓ 1 wallet proven');
  for (const [before, after] of [
    [page, pageAfter],
    [json, jsonAfter],
  ]) {
    expect([before?.text.includes(kept ?? '-'), before?.text.includes(taken ?? '-')]).toEqual([true, true]);
    expect([after?.text.includes(kept ?? '-'), after?.text.includes(taken ?? '-')]).toEqual([true, false]);
  }

  await changePage(addresses, prover, 'link_changed');
  const id = await readPageId(addresses, prover);
  expect((await read(id)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await changePage(addresses, prover, 'closed');
  const ids = [old, id, 'a'.repeat(32), 'nobody'];
  const gone = await Promise.all(ids.map(read));
  for (const [at, answers] of gone.entries()) {
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200, 404]);
    const bare = answers.map((answer) => neutral(answer, ids[at] ?? ''));
    expect(bare).toEqual(gone[0]?.map((answer) => neutral(answer, old)));
  }
  expect(gone[0]?.[2]?.text).toContain('No public page');
});
