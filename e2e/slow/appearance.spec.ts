import type { Page } from 'playwright/test';
import { isPublicPath } from '../../lib/http/public-paths.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { listPages } from '../fixtures/page-paths.ts';
import { expect, test } from '../fixtures/test.ts';
import { phone } from '../fixtures/walk-sign-in-method.ts';

test.use(phone);

/** Opens each in turn, in one browser. */
async function expectCleanPages(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(`${path} is clean in axe`, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectNoAxeViolations(page, ['dark', 'forced colours']);
    });
  }
}

test('every page for visitors is clean in axe on a phone, in every look', async ({ page }) => {
  await expectCleanPages(page, listPages().filter(isPublicPath));
});

test('every page for members is clean in axe on a phone, in every look', async ({
  page,
  member: _member,
}) => {
  const paths = listPages().filter((path) => !isPublicPath(path));
  await expectCleanPages(page, [...paths, '/no-such-page']);
});
