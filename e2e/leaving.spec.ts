import { checkExportedProofs } from 'countersign/proof/exported-proofs';
import { openHttpClient } from './fixtures/http-client.ts';
import { changeWallet, createWalletKey, proveWallet } from './fixtures/prove-wallet.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { readField } from './fixtures/read-html.ts';
import { authStatusOf, fetchTokens } from './fixtures/session-cookies.ts';
import { openSignedInBrowser, openSignedInClient } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';

const exportPath = '/account/export';

test('an export contains everything, and deleting the account leaves only the announced data', async ({
  addresses,
  mailbox,
}) => {
  const proof = await publishProof(addresses);
  const { account, prover } = proof;
  const removed = await proveWallet(addresses, prover, createWalletKey(), { method: 'memo' });
  await changeWallet(addresses, prover, 'remove_wallet', removed.walletId);
  const elsewhere = await fetchTokens(addresses, account);
  const owner = await openSignedInBrowser(addresses, account);
  await test.step('an export holds everything, and each proof in it can be checked again', async () => {
    const file = await owner.client.press('/account', 'Export everything');
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="countersign-\d{4}-\d\d-\d\d\.json"$/,
    );
    const exported = JSON.parse(file.text);
    expect(exported).toMatchObject({
      kind: 'countersign-export',
      account: { email: account.email },
      identities: [{ provider: 'email' }],
      wallets: [{ address: proof.key.address, removedAt: null }, { removedBecause: 'removed' }],
      proofs: [
        { id: proof.proofId, status: 'standing', isPublic: true },
        { status: 'removed', isPublic: false },
      ],
    });
    expect(exported.sessions.length).toBeGreaterThan(1);
    expect(exported.activity.map(({ kind }: { kind: string }) => kind)).toContain('wallet_removed');
    const valid = { checked: { status: 'checked', isValid: true } };
    expect(checkExportedProofs(exported)).toMatchObject([valid, valid]);
  });
  await test.step('deleting an account says what goes, asks for its address, and leaves only what it said', async () => {
    await owner.open('/account');
    await owner.follow('Delete the account…');
    expect(owner.answer().text).toContain('>Delete the account</h1>');
    expect(owner.words()).toContain('1 proven wallet and 2 proofs, with what was signed.');
    expect(owner.words()).toContain('The ID of 1 public proof, so that the page can say');
    expect(owner.words()).toContain(`Type ${account.email} to confirm`);
    await owner.press('Delete the account permanently', { confirmation: 'somebody@example.com' });
    expect(owner.words()).toContain("That doesn't match this account's email or ID.");
    expect(readField(owner.answer().text, 'confirmation')).toBe('somebody@example.com');
    expect(await authStatusOf(addresses, elsewhere.access_token)).toBe(200);
    const known = await mailbox.lastTo(account.email);
    await owner.press('Delete the account permanently', { confirmation: account.email });
    expect(owner.place()).toBe('/sign-in?notice=account-deleted');
    expect(owner.words()).toContain('Your account was deleted.');

    expect(await authStatusOf(addresses, elsewhere.access_token)).toBe(403);
    const answer = await fetch(addresses.siteUrl + proof.jsonPath);
    expect([answer.status, await answer.json()]).toMatchObject([410, { status: 'deleted' }]);
    const mail = await mailbox.newestTo(account.email, known);
    expect(mail.subject).toBe('Your account was deleted');
    await owner.signIn(account);
    expect(owner.words()).toContain("That email and password don't match an account.");
  });
});

test('an export is for its owner only: no cache stores it, and no other site can trigger it', async ({
  addresses,
  account,
}) => {
  const owner = await openSignedInClient(addresses, account);
  const form = await owner.findForm('/account', 'Export everything');
  const file = await owner.submit(exportPath, form);
  expect([file.status, file.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename=/);
  expect(JSON.parse(file.text).account.email).toBe(account.email);

  const external = await owner.submit(exportPath, form, {}, { headers: { origin: 'https://evil.example' } });
  expect([external.status, external.text.includes(account.email)]).toEqual([403, false]);
  expect((await owner.get(exportPath)).headers.location).toBe('/account');
  const nobody = await openHttpClient(addresses.siteUrl).submit(exportPath, form);
  expect([nobody.status, nobody.headers.location]).toEqual([303, '/sign-in?next=%2Faccount']);
});

test('without scripts an account is deleted by its ID too', async ({ account, addresses }) => {
  const visitor = await openSignedInClient(addresses, account);
  const { text } = await visitor.get('/account/delete');
  // The email contains a UUID, part of which may look like an ID.
  const code = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text.replaceAll(account.email, ''))?.[0] ?? '';
  expect(text).not.toMatch(/\b0 (proven wallet|proof)/);
  const empty = await visitor.press('/account/delete', 'Delete the account permanently', {
    confirmation: '',
  });
  expect(empty.text).toContain('Type your email to confirm.');
  const answer = await visitor.press('/account/delete', 'Delete the account permanently', {
    confirmation: code.toLowerCase(),
  });
  expect(answer.headers.location).toBe('/sign-in?notice=account-deleted');
  await expect(fetchTokens(addresses, account)).rejects.toThrow('400');
});
