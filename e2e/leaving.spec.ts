import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inProject } from '../scripts/project-folder.ts';
import { createAccount, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { changeWallet, createWalletKey, proveWallet } from './fixtures/prove-wallet.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { askAuth, fetchTokens } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

const exportPath = '/account/export';

test('an export holds everything, and each proof in it can be checked again', async ({
  page,
  addresses,
}, testInfo) => {
  const { account, prover, key, proofId } = await publishProof(addresses);
  const removed = await proveWallet(addresses, prover, createWalletKey(), { method: 'memo' });
  await changeWallet(addresses, prover, 'remove_wallet', removed.walletId);
  await signIn(page, account);
  await page.goto('/account');
  await expectNoAxeViolations(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export everything' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^countersign-\d{4}-\d\d-\d\d\.json$/);
  const file = testInfo.outputPath('export.json');
  await download.saveAs(file);
  const exported = JSON.parse(readFileSync(file, 'utf8'));
  expect(exported).toMatchObject({
    kind: 'countersign-export',
    account: { email: account.email },
    identities: [{ provider: 'email' }],
    wallets: [{ address: key.address, removedAt: null }, { removedBecause: 'removed' }],
    proofs: [
      { id: proofId, status: 'standing', isPublic: true },
      { status: 'removed', isPublic: false },
    ],
  });
  expect(exported.sessions.length).toBeGreaterThan(1);
  expect(exported.activity.map(({ kind }: { kind: string }) => kind)).toContain('wallet_removed');

  const checked = spawnSync(process.execPath, [inProject('scripts', 'run.mjs'), 'verify-proof', file], {
    encoding: 'utf8',
  });
  expect([checked.status, checked.stdout]).toEqual([0, expect.stringContaining('each of 2 statements')]);
});

test('an export goes to its owner only: no cache keeps it, no other site has it done', async ({
  addresses,
  account,
}) => {
  const owner = openVisitor(addresses.siteUrl);
  await owner.signIn(account);
  const form = await owner.findForm('/account', 'Export everything');
  const file = await owner.submit(exportPath, form);
  expect([file.status, file.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename=/);
  expect(JSON.parse(file.text).account.email).toBe(account.email);

  const external = await owner.submit(exportPath, form, {}, { headers: { origin: 'https://evil.example' } });
  expect([external.status, external.text.includes(account.email)]).toEqual([403, false]);
  expect((await owner.get(exportPath)).headers.location).toBe('/account');
  const nobody = await openVisitor(addresses.siteUrl).submit(exportPath, form);
  expect([nobody.status, nobody.headers.location]).toEqual([303, '/sign-in?next=%2Faccount']);
});

test('deleting an account says what goes, asks for its address, and leaves only what it said', async ({
  page,
  context,
  addresses,
  mailbox,
}) => {
  const proof = await publishProof(addresses);
  const { account } = proof;
  const elsewhere = await fetchTokens(addresses, account);
  await signIn(page, account);
  const otherTab = await context.newPage();
  await otherTab.goto('/wallets');

  await page.goto('/account');
  await page.getByRole('link', { name: 'Delete the account…' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Delete the account' })).toBeVisible();
  await expect(page.getByText('1 proven wallet and 1 proof, with what was signed.')).toBeVisible();
  await expect(page.getByText('The id of 1 public proof, so that the page can say')).toBeVisible();
  await expectNoAxeViolations(page);

  const confirmation = page.getByLabel(`Type ${account.email} to confirm`);
  await confirmation.fill('somebody@example.com');
  await page.getByRole('button', { name: 'Delete the account for good' }).click();
  await expect(page.getByText("That isn't this account's address or ID.")).toBeVisible();
  await expect(confirmation).toHaveValue('somebody@example.com');
  await confirmation.fill(account.email);
  const known = await mailbox.lastTo(account.email);
  await page.getByRole('button', { name: 'Delete the account for good' }).click();
  await expect(page.getByText('Your account was deleted.')).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in/);

  // By itself: the page of sign-in tells every tab.
  await expect(otherTab).toHaveURL(/\/sign-in/);
  await otherTab.close();
  expect(await askAuth(addresses, elsewhere.access_token)).toBe(403);
  const answer = await fetch(addresses.siteUrl + proof.jsonPath);
  expect([answer.status, await answer.json()]).toMatchObject([410, { status: 'deleted' }]);
  const mail = await mailbox.newestTo(account.email, known);
  expect(mail.subject).toBe('Your account was deleted');
  const again = openVisitor(addresses.siteUrl);
  expect((await again.signIn(account)).text).toContain("That email and password don't match an account.");
});

test('without scripts an account is deleted by its ID as well', async ({ addresses }) => {
  const account = await createAccount(addresses);
  const visitor = openVisitor(addresses.siteUrl);
  await visitor.signIn(account);
  const { text } = await visitor.get('/account/delete');
  // The email has a UUID in it, which may look like an ID.
  const code = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text.replaceAll(account.email, ''))?.[0] ?? '';
  const answer = await visitor.press('/account/delete', 'Delete the account for good', {
    confirmation: code.toLowerCase(),
  });
  expect(answer.headers.location).toBe('/sign-in?notice=account-deleted');
  await expect(fetchTokens(addresses, account)).rejects.toThrow('400');
});
