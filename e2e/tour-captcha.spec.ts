import { testOnOwnStack } from './fixtures/own-stack.ts';
import { show } from './fixtures/show-in-tour.ts';
import { startStack } from './fixtures/stack.ts';
import { expect } from './fixtures/test.ts';

const test = testOnOwnStack('a project that asks for a captcha', () =>
  startStack({
    backend: { LOCAL_SUPABASE_CAPTCHA: 'turnstile' },
    app: { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'stand-in' },
  }),
);

// The box is the local backend's stand-in: no picture shows how one of a real provider looks.
test('forms with a captcha', async ({ page }) => {
  const box = page.frameLocator('[data-captcha-place] iframe').getByLabel('I am a person');
  for (const [path, name] of [
    ['/sign-in', 'captcha-sign-in'],
    ['/sign-up', 'captcha-sign-up'],
    ['/reset-password', 'captcha-reset-password'],
  ] as const) {
    await page.goto(path);
    await expect(box).toBeVisible();
    await show(page, name);
  }
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await show(page, 'captcha-not-ticked');
  // The form goes on by itself, to the step after it.
  await box.check();
  await expect(page.getByText('Check your email')).toBeVisible();
  await show(page, 'captcha-done');
});
