import { createAccount } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { callFunction, changeWallet, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { pathsOf, publishProof } from './fixtures/public-proof.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

async function readJson(addresses: Addresses, jsonPath: string) {
  const answer = await fetch(addresses.siteUrl + jsonPath);
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

test('a removed wallet has a proof that says it was removed, and no longer whose it was', async ({
  page,
  addresses,
}) => {
  const proof = await publishProof(addresses);
  await changeWallet(addresses, proof.prover, 'remove_wallet', proof.walletId);
  const { status, json } = await readJson(addresses, proof.jsonPath);
  expect([status, Object.keys(json)]).toEqual([410, ['kind', 'version', 'id', 'status', 'endedAt']]);
  expect(json).toMatchObject({ id: proof.proofId, status: 'removed' });

  const answer = await page.goto(proof.path);
  expect(answer?.headers()['cache-control']).toBe('private, no-store');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('heading', { level: 1, name: 'This proof has ended' })).toBeVisible();
  await expect(page.getByText(/^The owner of the account removed the wallet on \d.* UTC\.$/)).toBeVisible();
  await expect(page.locator('time')).toHaveAttribute('datetime', String(json.endedAt));
  expect(await page.content()).not.toContain(proof.key.address);
  await expectNoAxeViolations(page);
});

test('a moved wallet has a proof that says it was moved, without saying to whom', async ({
  page,
  addresses,
}) => {
  const proof = await publishProof(addresses);
  const other = await openProver(addresses, await createAccount(addresses));
  const moved = await proveWallet(addresses, other, proof.key, { purpose: 'move' });
  expect(moved.outcome).toBe('moved');
  const { status, json } = await readJson(addresses, proof.jsonPath);
  expect([status, json.status, json.replacedBy]).toEqual([410, 'moved', undefined]);
  await page.goto(proof.path);
  await expect(page.getByText(/^The wallet was moved to another account on \d.* UTC\.$/)).toBeVisible();
  expect((await readJson(addresses, pathsOf(moved.proofId).jsonPath)).status).toBe(404);
  expect(await page.content()).not.toContain(moved.proofId);
});

test('a wallet that is proven again stays public, and the old proof leads to the new one', async ({
  page,
  addresses,
}) => {
  const proof = await publishProof(addresses);
  const again = await proveWallet(addresses, proof.prover, proof.key, { method: 'sign_message' });
  expect(again.outcome).toBe('re-proven');
  const { status, json } = await readJson(addresses, proof.jsonPath);
  expect([status, json.status, json.replacedBy]).toEqual([410, 'replaced', again.proofId]);
  await page.goto(proof.path);
  await expect(page.getByText(/^The wallet was proven again, with a newer proof, on/)).toBeVisible();
  await page.getByRole('link', { name: 'See the newer proof' }).click();
  await expect(page).toHaveURL(pathsOf(again.proofId).path);
  await expect(page.getByText('All 9 checks passed in this browser.')).toBeVisible();
});

test('an old proof leads nowhere once the wallet that replaced it is removed', async ({
  page,
  addresses,
}) => {
  const proof = await publishProof(addresses);
  await proveWallet(addresses, proof.prover, proof.key);
  await changeWallet(addresses, proof.prover, 'remove_wallet', proof.walletId);
  const { status, json } = await readJson(addresses, proof.jsonPath);
  expect([status, json.status, json.replacedBy]).toEqual([410, 'replaced', undefined]);
  await page.goto(proof.path);
  await expect(page.getByText('No newer proof of the wallet is public.')).toBeVisible();
});

test('the proof of a deleted account says so, and nothing else is kept', async ({ page, addresses }) => {
  const proof = await publishProof(addresses);
  await callFunction(addresses, 'seed_account_deletion', { p_user_id: proof.prover.userId });
  const { status, json } = await readJson(addresses, proof.jsonPath);
  expect([status, Object.keys(json)]).toEqual([410, ['kind', 'version', 'id', 'status', 'endedAt']]);
  expect(json).toMatchObject({ id: proof.proofId, status: 'deleted' });
  await page.goto(proof.path);
  await expect(page.getByText(/^The account was deleted on \d.* UTC\.$/)).toBeVisible();
});

test('a proof that is made private again is as if it had never been', async ({ page, addresses }) => {
  const proof = await publishProof(addresses);
  await changeWallet(addresses, proof.prover, 'publish_wallet', proof.walletId, { p_is_public: false });
  expect((await readJson(addresses, proof.jsonPath)).status).toBe(404);
  expect((await page.goto(proof.path))?.status()).toBe(404);
  await changeWallet(addresses, proof.prover, 'remove_wallet', proof.walletId);
  expect((await readJson(addresses, proof.jsonPath)).status).toBe(404);
});
