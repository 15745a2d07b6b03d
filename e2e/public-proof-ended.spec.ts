import { callFunction, createAccount } from './fixtures/account.ts';
import { changeWallet, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { pathsOf, publishProof } from './fixtures/public-proof.ts';
import { openScriptlessBrowser } from './fixtures/scriptless-browser.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

async function readJson(addresses: Addresses, jsonPath: string) {
  const answer = await fetch(addresses.siteUrl + jsonPath);
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

async function openProof({ siteUrl }: Addresses, path: string) {
  const visitor = openScriptlessBrowser(siteUrl);
  await visitor.open(path);
  return visitor;
}

test("a removed wallet's proof says that it was removed, without naming the owner", async ({ addresses }) => {
  const proof = await publishProof(addresses);
  await changeWallet(addresses, proof.prover, 'remove_wallet', proof.walletId);
  const { status, json } = await readJson(addresses, proof.jsonPath);
  expect([status, Object.keys(json)]).toEqual([410, ['kind', 'version', 'id', 'status', 'endedAt']]);
  expect(json).toMatchObject({ id: proof.proofId, status: 'removed' });

  const page = await openProof(addresses, proof.path);
  const { headers, text } = page.answer();
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect(text).toContain('>This proof has ended</h1>');
  expect(page.words()).toMatch(/The owner of the account removed the wallet on \d[^.]* UTC\./);
  expect(text).toContain(`<time dateTime="${json.endedAt}"`);
  expect(text).not.toContain(proof.key.address);
});

test("a moved wallet's proof says that it was moved, without saying to whom", async ({ addresses }) => {
  const proof = await publishProof(addresses);
  const other = await openProver(addresses, await createAccount(addresses));
  const moved = await proveWallet(addresses, other, proof.key, { purpose: 'move' });
  expect(moved.outcome).toBe('moved');
  const { status, json } = await readJson(addresses, proof.jsonPath);
  expect([status, json.status, json.replacedBy]).toEqual([410, 'moved', undefined]);
  const page = await openProof(addresses, proof.path);
  expect(page.words()).toMatch(/The wallet was moved to another account on \d[^.]* UTC\./);
  expect((await readJson(addresses, pathsOf(moved.proofId).jsonPath)).status).toBe(404);
  expect(page.answer().text).not.toContain(moved.proofId);
});

test('a wallet proven again stays public, and the old proof leads to the new one', async ({ addresses }) => {
  const proof = await publishProof(addresses);
  const again = await proveWallet(addresses, proof.prover, proof.key, { method: 'sign_message' });
  expect(again.outcome).toBe('re-proven');
  const { status, json } = await readJson(addresses, proof.jsonPath);
  expect([status, json.status, json.replacedBy]).toEqual([410, 'replaced', again.proofId]);
  const page = await openProof(addresses, proof.path);
  expect(page.words()).toMatch(/The wallet was proven again, with a newer proof, on \d/);
  await page.follow('See the newer proof');
  expect(page.place()).toBe(pathsOf(again.proofId).path);
  expect(page.answer().status).toBe(200);
  expect(page.words()).toContain(proof.key.address);
});

test('an old proof leads nowhere once the wallet that replaced it is removed', async ({ addresses }) => {
  const proof = await publishProof(addresses);
  await proveWallet(addresses, proof.prover, proof.key);
  await changeWallet(addresses, proof.prover, 'remove_wallet', proof.walletId);
  const { status, json } = await readJson(addresses, proof.jsonPath);
  expect([status, json.status, json.replacedBy]).toEqual([410, 'replaced', undefined]);
  const page = await openProof(addresses, proof.path);
  expect(page.words()).toContain('No newer proof of the wallet is public.');
});

test("a deleted account's proof says so, and nothing else is kept", async ({ addresses }) => {
  const proof = await publishProof(addresses);
  await callFunction(addresses, 'seed_account_deletion', { p_user_id: proof.prover.userId });
  const { status, json } = await readJson(addresses, proof.jsonPath);
  expect([status, Object.keys(json)]).toEqual([410, ['kind', 'version', 'id', 'status', 'endedAt']]);
  expect(json).toMatchObject({ id: proof.proofId, status: 'deleted' });
  const page = await openProof(addresses, proof.path);
  expect(page.words()).toMatch(/The account was deleted on \d[^.]* UTC\./);
});
