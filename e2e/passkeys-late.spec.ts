import type { Page } from 'playwright/test';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { holdCalls } from './fixtures/hold-calls.ts';
import { testOnOwnStack } from './fixtures/own-stack.ts';
import { addPasskeyByPage } from './fixtures/passkeys.ts';
import { type RunningApp, startStack } from './fixtures/stack.ts';
import { expect } from './fixtures/test.ts';

const challenges = '/auth/v1/passkeys/authentication/options';

/** A stack with a restartable app, behind a proxy that holds Auth's challenges. */
async function startHeldStack() {
  const stack = await startStack();
  const { addresses } = stack;
  const calls = await holdCalls(addresses.supabaseUrl);
  let app: RunningApp = stack.app;
  return {
    ...stack,
    calls,
    startAnew: async () => {
      await app.process.stop();
      calls.hold(challenges);
      app = await startAppOnBackend(
        { ...addresses, supabaseUrl: calls.url },
        {
          port: Number(new URL(addresses.siteUrl).port),
          variables: { SUPABASE_JWT_ISSUER: `${addresses.supabaseUrl}/auth/v1` },
        },
      );
    },
    stop: async () => {
      await app.process.stop();
      await calls.stop();
      await stack.stop();
    },
  };
}

const test = testOnOwnStack('stands between an app and its backend', startHeldStack);
const buttons = (page: Page) => page.getByRole('button', { name: /^Sign in with/ });
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

test('a late button moves no other, and its sign-in can be canceled and repeated @slow', async ({
  page,
  stack,
  member,
}) => {
  expect(member.email).toBeTruthy();
  const device = await addPasskeyByPage(page, 'Laptop');
  await page.context().clearCookies();
  await stack.startAnew();
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await expect(buttons(page)).toHaveText(['Sign in with Solana']);
  stack.calls.letGo();
  const late = ['Sign in with Solana', 'Sign in with a passkey'];
  await expect(buttons(page)).toHaveText(late);

  await passkeyButton(page).click();
  await expect(page.getByText('Waiting for your device…')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect(buttons(page)).toHaveText(late);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await device.touch();
  await passkeyButton(page).click();
  await expect(page).toHaveURL('/wallets');
});
