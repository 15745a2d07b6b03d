import type { Page } from 'playwright/test';
import { createWalletKey } from '../fixtures/prove-wallet.ts';
import { publishProof } from '../fixtures/public-proof.ts';
import { expect, test } from '../fixtures/test.ts';

type Json = Record<string, unknown>;

const failure = 'This proof failed the check in your browser.';

/** Opens the page of a proof whose JSON someone on the way has changed. */
async function openTampered(page: Page, path: string, jsonPath: string, tamper: (json: Json) => unknown) {
  await page.unroute(`**${jsonPath}`);
  await page.route(`**${jsonPath}`, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: tamper((await response.json()) as Json) });
  });
  await page.goto(path);
  await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
  await expect(page.getByText(/All \d+ checks passed/)).toHaveCount(0);
}

function failedChecks(page: Page): Promise<string[]> {
  return page
    .locator('[data-check]')
    .filter({ hasText: /^Failed/ })
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-check') ?? ''));
}

const flipFirstByte = (encoded: unknown) => {
  const bytes = Buffer.from(String(encoded), 'base64');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString('base64');
};

const attacks: Array<[string, (json: Json) => Json, string[]]> = [
  ['a changed signature', (json) => ({ ...json, signature: flipFirstByte(json.signature) }), ['signature']],
  ['another account', (json) => ({ ...json, accountCode: '0000-0000' }), ['account']],
  ['the address of somebody else', (json) => ({ ...json, address: createWalletKey().address }), ['address']],
  [
    'a statement in other words',
    (json) => ({ ...json, statement: `${String(json.statement)} Or not.` }),
    ['statement'],
  ],
  ['another site', (json) => ({ ...json, origin: 'https://evil.example' }), ['site']],
  ['another chain', (json) => ({ ...json, chain: 'solana:devnet' }), ['chain']],
  ['a time long before', (json) => ({ ...json, provenAt: '2020-01-01T00:00:00.000Z' }), ['time']],
  [
    'a message with another byte',
    (json) => ({ ...json, message: flipFirstByte(json.message) }),
    ['signature'],
  ],
];

test('JSON that somebody changed is shown as failing, by the check it fails', async ({ page, addresses }) => {
  const { path, jsonPath } = await publishProof(addresses);
  for (const [attack, tamper, named] of attacks) {
    await test.step(`JSON with ${attack}`, async () => {
      await openTampered(page, path, jsonPath, tamper);
      expect(await failedChecks(page)).toEqual(expect.arrayContaining([...named, 'page']));
    });
  }
});

const nonsense: Array<[string, unknown]> = [
  ['no JSON object', ['not', 'a', 'proof']],
  ['an empty object', {}],
  ['a claim of its own', { kind: 'countersign-proof', version: 1, isValid: true }],
];

test('JSON that is no proof is shown as failing', async ({ page, addresses }) => {
  const { path, jsonPath } = await publishProof(addresses);
  for (const [what, json] of nonsense) {
    await test.step(`JSON that is ${what}`, async () => {
      await openTampered(page, path, jsonPath, () => json);
      await expect(page.getByText('The JSON of this proof is not a proof.')).toBeVisible();
    });
  }
});
