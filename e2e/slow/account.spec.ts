import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { openSetting } from '../fixtures/open-setting.ts';
import { expect, test } from '../fixtures/test.ts';

test('a display name is kept as it is written, and one that could fake something stays in its field', async ({
  page,
  member: _member,
}) => {
  await page.goto('/account');
  await openSetting(page, 'the name');
  await expect(page.getByLabel('Display name')).toBeFocused();
  const attacks = {
    '': 'Enter a name.',
    'eve" (ID 1111-1111)': /Use letters from one alphabet.* Take out “"”, “\(”, and “\)”\.$/,
    [`${'x'.repeat(33)}`]: 'Use up to 32 characters.',
  };
  for (const [name, refusal] of Object.entries(attacks)) {
    await page.getByLabel('Display name').fill(name);
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText(refusal)).toBeVisible();
    await expect(page.getByLabel('Display name')).toHaveValue(name);
  }
  await expect(page.getByText('33 of 32 characters: 1 too many')).toBeVisible();
  await expect(page.getByLabel('Display name')).toHaveAccessibleDescription(
    /33 of 32 characters: 1 too many/,
  );
  await expectNoAxeViolations(page);
  await page.getByLabel('Display name').fill('José Núñez');
  await expect(page.getByText('What you sign says Jose Nunez')).toBeVisible();
  await expect(page.getByText('Applies to new proofs.')).toBeVisible();
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name saved')).toBeVisible();
  await expect(page.getByLabel('Display name')).toBeHidden();
  await expect(page.locator('summary').filter({ hasText: 'the name' })).toBeFocused();
  // What is cancelled is gone, and the page's own fragment opens the form, too.
  await openSetting(page, 'the name');
  await page.getByLabel('Display name').fill('Somebody else');
  await page.getByText('Cancel: leave the name as it is').click();
  await expect(page.getByLabel('Display name')).toHaveCount(0);
  await page.evaluate(() => location.assign('#name'));
  await expect(page.getByLabel('Display name')).toBeFocused();
  await expect(page.getByLabel('Display name')).toHaveValue('José Núñez');
  await page.reload();
  await expect(page.getByRole('main').getByText('José Núñez')).toBeVisible();
});
