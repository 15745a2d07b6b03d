import { randomBytes, randomUUID } from 'node:crypto';
import { frameSignIn, writeSignInText, writeStatement } from 'countersign/proof/statement';
import { describedAnswer } from './fixtures/api-description.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { createWalletKey, type WalletKey } from './fixtures/prove-wallet.ts';
import { pathsOf } from './fixtures/public-proof.ts';
import { sendRaw } from './fixtures/raw-request.ts';
import { readSharedAddresses } from './fixtures/shared-addresses.ts';
import { startStubDatabase } from './fixtures/stub-database.ts';
import { expect, test } from './fixtures/test.ts';

/** A proof whose statement Auth accepts as a sign-in until it expires, like version 1 statements. */
type SignInProof = {
  id: string;
  key: WalletKey;
  path: string;
  jsonPath: string;
  /** Values that would give any reader a session. */
  secrets: string[];
  /** The database's answer while it withholds the evidence, and afterwards. */
  withheld: (evidenceAt: Date) => unknown;
  whole: unknown;
};

function makeSignInProof(siteUrl: string, expiresAt: Date): SignInProof {
  const key = createWalletKey();
  const id = randomUUID();
  const accountCode = '7F3K-2Q9D';
  const nonce = randomBytes(16).toString('hex');
  const frame = {
    ...{ origin: siteUrl, address: key.address, chain: 'solana:mainnet', nonce, expiresAt },
    issuedAt: new Date(expiresAt.getTime() - 300_000),
  };
  const sentences = writeStatement({ version: 1, purpose: 'prove', accountCode, displayName: null });
  const text = Buffer.from(writeSignInText(frameSignIn(sentences, frame)));
  const [message, signature] = [text.toString('base64'), Buffer.from(key.sign(text)).toString('base64')];
  const about = {
    ...{ account_code: accountCode, method: 'sign_message', chain: 'solana:mainnet', address: key.address },
    ...{ origin: siteUrl, proven_at: new Date(expiresAt.getTime() - 240_000).toISOString() },
  };
  const answer = (proof: object) => ({ id, status: 'standing', endedAt: null, replacedBy: null, proof });
  return {
    ...{ id, key, ...pathsOf(id) },
    secrets: [nonce, message, signature],
    withheld: (evidenceAt) => answer({ ...about, evidence_at: evidenceAt.toISOString() }),
    whole: answer({ ...about, message, signed_bytes: message, signature }),
  };
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

type Site = { siteUrl: string; answer: (json: unknown) => void; stop: () => Promise<void> };

// All tests share one app.
test.describe.configure({ mode: 'default' });

/** An app whose database returns what the test sets. */
let site: Site;

test.beforeAll(async () => {
  const stub = await startStubDatabase(null);
  const app = await startAppOnBackend({ ...readSharedAddresses(), supabaseUrl: stub.url });
  const stop = async () => {
    await app.process.stop();
    await stub.stop();
  };
  site = { siteUrl: app.siteUrl, answer: stub.change, stop };
});

test.afterAll(() => site?.stop());

/** The RSC payload that the router of an open page requests. */
async function readPayload(siteUrl: string, path: string) {
  const headers = { rsc: '1' };
  const { location } = (await sendRaw(siteUrl, { path, headers })).headers;
  const { pathname, search } = new URL(String(location), siteUrl);
  const payload = await sendRaw(siteUrl, { path: pathname + search, headers });
  expect(payload.headers['content-type']).toBe('text/x-component');
  return payload;
}

test('no answer contains evidence that Auth might still accept: page, page source, payload or JSON', async () => {
  // The database's clock is wrong, so it returns the evidence; the server withholds it by the server's clock.
  const proof = makeSignInProof(site.siteUrl, inSeconds(240));
  for (const answered of [proof.whole, proof.withheld(inSeconds(300))]) {
    site.answer(answered);
    const json = await sendRaw(site.siteUrl, { path: proof.jsonPath });
    expect(json.status).toBe(200);
    const { body, headers } = describedAnswer('/api/v1/proofs/{id}', 'GET', 200);
    expect(body?.safeParse(JSON.parse(json.text)).error?.message).toBeUndefined();
    for (const [name, schema] of headers) expect(schema.safeParse(json.headers[name]).success).toBe(true);
    const { evidenceAt } = JSON.parse(json.text);
    expect(new Date(evidenceAt).getTime()).toBeGreaterThan(Date.now() + 200_000);
    const page = await sendRaw(site.siteUrl, { path: proof.path });
    const payload = await readPayload(site.siteUrl, proof.path);
    for (const { text } of [json, page, payload]) {
      expect(text).toContain(proof.key.address);
      for (const secret of proof.secrets) expect(text).not.toContain(secret);
    }
  }
});

test('no cache keeps the answer beyond the time when the evidence follows', async () => {
  const proof = makeSignInProof(site.siteUrl, inSeconds(-120));
  site.answer(proof.withheld(inSeconds(20)));
  const { headers } = await sendRaw(site.siteUrl, { path: proof.jsonPath });
  expect(headers['cache-control']).toMatch(/^public, max-age=1?\d$/);
  site.answer(proof.whole);
  const whole = await sendRaw(site.siteUrl, { path: proof.jsonPath });
  expect(whole.headers['cache-control']).toBe('public, max-age=60');
  expect(JSON.parse(whole.text)).toMatchObject({ version: 1, signature: proof.secrets[2] });
});

test('the page says whose wallet is proven and when the evidence follows, and fills it in automatically', async ({
  page,
  consoleErrors,
}) => {
  const proof = makeSignInProof(site.siteUrl, inSeconds(-120));
  site.answer(proof.withheld(inSeconds(200)));
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(proof.id)) asked.push(request.url());
  });
  await page.goto(site.siteUrl + proof.path);
  await expect(page.getByRole('heading', { level: 1, name: 'Proof of a wallet' })).toBeVisible();
  await expect(page.getByText(proof.key.address, { exact: true })).toBeVisible();
  await expect(page.getByText(/^Proven \d/)).toBeVisible();
  await expect(page.getByRole('heading', { name: "The evidence isn't available yet" })).toBeVisible();
  await expect(page.getByText(/appear here on \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reload the page' })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);

  site.answer(proof.whole);
  await page.clock.runFor(204_000);
  await expect(page.getByText('All 9 checks passed in this browser.')).toBeVisible();
  await expect(page.locator('pre')).toContainText('URI: ');
  await expect(page.getByRole('heading', { name: "The evidence isn't available yet" })).toHaveCount(0);
  // The page, one check whether the evidence is available, the payload, and the JSON for the browser's check.
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(consoleErrors).toEqual([]);
});

test('without JavaScript it says the same, and a press on a link fills it in', async ({ browser }) => {
  const proof = makeSignInProof(site.siteUrl, inSeconds(-120));
  site.answer(proof.withheld(inSeconds(200)));
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.siteUrl + proof.path);
  await expect(page.getByText(proof.key.address, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: "The evidence isn't available yet" })).toBeVisible();
  await expect(page.getByText('updates automatically')).toBeHidden();
  site.answer(proof.whole);
  await page.getByRole('link', { name: 'Reload the page' }).click();
  await expect(page.locator('pre')).toContainText('URI: ');
  await context.close();
});
