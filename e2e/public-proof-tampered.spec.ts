import type { Page } from 'playwright/test';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { expect, test } from './fixtures/test.ts';

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

test('a page that shows one proof and has another, good one checked is caught', async ({
  page,
  addresses,
}) => {
  const shown = await publishProof(addresses);
  const good = await publishProof(addresses);
  const other = (await (await fetch(addresses.siteUrl + good.jsonPath)).json()) as Json;
  await openTampered(page, shown.path, shown.jsonPath, () => other);
  expect(await failedChecks(page)).toEqual(['page']);
  await expectNoAxeViolations(page);
});
