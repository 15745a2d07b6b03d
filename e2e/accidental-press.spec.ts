import type { Locator } from 'playwright/test';
import type { Account } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { expectByButtons, findGrant, openBait, share, stopTime, tooSoon } from './fixtures/consent-page.ts';
import { grantAccess } from './fixtures/grant-access.ts';
import { expectHeld, scriptsMark } from './fixtures/held-buttons.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

/** Independent of scrolling, because hovering may scroll. */
const findPlace = (one: Locator) =>
  one.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left + scrollX, top: top + scrollY, width, height };
  });

/** An unreviewed app, and its owner's wallet to share with it. */
async function startBank(addresses: Addresses, owner: Account) {
  const prover = await openProver(addresses, owner);
  await proveWallet(addresses, prover, createWalletKey());
  const scope = 'openid email wallets';
  return { prover, app: await startRelyingApp(addresses, { name: 'Bank', owner: prover, scope }) };
}

test('the second press of a double-click shares nothing with an unreviewed app, in a tab that opens under the pointer', {
  tag: '@firefox',
}, async ({ page, context, member, addresses }) => {
  const { prover, app } = await startBank(addresses, member);
  await stopTime(context);
  await openBait(page, app, `window.open('/sign-in#consent')`);
  const opened = context.waitForEvent('page');
  await page.getByRole('button').click();
  const asked = await opened;
  // The tab's size and the page's scripts may move the button first. The clock stands still, so the press is early in any case.
  await waitForHydration(asked);
  await share(asked).hover();
  await asked.mouse.down();
  await asked.mouse.up();
  await expect(asked.getByText(tooSoon).or(asked.locator('#claims'))).toBeVisible();
  await expect(asked.locator('#claims')).toHaveCount(0);
  expect(await findGrant(addresses, prover, app)).toBeNull();
  // The user can still share on purpose.
  await expect(asked.getByRole('checkbox')).not.toBeChecked();
  await asked.getByRole('checkbox').check();
  await asked.clock.runFor(1000);
  await share(asked).click();
  await expect(asked.locator('#claims')).toContainText(member.email);
  await app.stop();
});

test('no early press shares: not by key, by Enter in a box, by a held key, or by assistive technology; and the button enables itself @phone', {
  tag: '@firefox',
}, async ({ page, context, member, addresses, consoleErrors }) => {
  const prover = await openProver(addresses, member);
  await proveWallet(addresses, prover, createWalletKey());
  const app = await startRelyingApp(addresses, { scope: 'openid email wallets' });
  await stopTime(context);
  await page.goto(`${app.url}/sign-in`);
  const box = page.getByRole('checkbox');
  await box.uncheck();
  await share(page).focus();
  await expect(share(page)).toHaveAttribute('aria-disabled', 'true');
  const before = await findPlace(share(page));
  const said = page.getByText(tooSoon);
  const presses: Record<string, () => Promise<void>> = {
    Enter: () => page.keyboard.press('Enter'),
    space: () => page.keyboard.press('Space'),
    'assistive technology': () => share(page).evaluate((button: HTMLElement) => button.click()),
    'Enter in the box': () => box.press('Enter'),
    // Each press ends after the wait would.
    'a button of the mouse that is held': async () => {
      await share(page).hover();
      await page.mouse.down();
      await page.clock.runFor(1000);
      await page.mouse.up();
    },
    'space that is held': async () => {
      await share(page).focus();
      await page.keyboard.down('Space');
      await page.clock.runFor(1000);
      await page.keyboard.up('Space');
    },
    // Enter is held since before the page opened, and repeats until long afterwards.
    'a held key': async () => {
      await share(page).focus();
      for (let time = 0; time < 20; time++) {
        await page.keyboard.down('Enter');
        await page.clock.runFor(100);
      }
      await page.keyboard.up('Enter');
    },
  };
  for (const [name, press] of Object.entries(presses))
    await test.step(name, async () => {
      await press();
      await expect(said).toBeVisible();
      await expectByButtons(page, said);
      await page.clock.runFor(500);
      await expect(share(page)).toHaveAttribute('aria-disabled', 'true');
      await page.locator('[data-held-words]').evaluate((words) => words.replaceChildren());
    });
  expect(await findGrant(addresses, prover, app)).toBeNull();

  await page.clock.runFor(300);
  await expect(share(page)).toBeEnabled();
  await expect(share(page)).toBeFocused();
  expect(await findPlace(share(page))).toEqual(before);
  await expect(box).not.toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.locator('#claims')).toContainText(member.email);
  expect(consoleErrors).toEqual([]);
  await app.stop();
});

test('held buttons ignore an early press, whether their page opened by load or by link', async ({
  page,
  context,
  member,
  addresses,
  consoleErrors,
}) => {
  const prover = await openProver(addresses, member);
  const key = createWalletKey();
  const { walletId } = await proveWallet(addresses, prover, key);
  const app = await startRelyingApp(addresses, { name: 'Bank', owner: prover });
  await page.goto(`${app.url}/sign-in`);
  await share(page).click();
  await expect(page.locator('#claims')).toBeVisible();
  await grantAccess(addresses, prover, app.clientId, { walletIds: [walletId] });
  await page.goto(`${app.url}/sign-in?prompt=consent`);
  const consent = page.url();
  await page.goto(`${app.url}/sign-out`);
  const signOut = page.url();

  await stopTime(context);
  await page.goto('/wallets');
  await page.getByRole('button', { name: /^Share proof/ }).click();
  const publishing = page.getByRole('dialog').getByRole('button', { name: 'Copy link' });
  await expect(publishing).toHaveAttribute('aria-disabled', 'true');
  await page.clock.runFor(1000);
  await expect(publishing).toBeEnabled();
  await publishing.click();
  await page.goto('/activity');
  await page.goto(`/wallets#share-${key.address}`);
  const hiding = page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' });
  await hiding.evaluate((button: HTMLElement) => button.click());
  await expect(page.getByText(tooSoon)).toBeVisible();
  await page.clock.runFor(1000);
  await expect(hiding).toBeEnabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const removing = page.getByRole('dialog').getByRole('button', { name: 'Remove wallet' });
  await removing.evaluate((button: HTMLElement) => button.click());
  await expect(page.getByText(tooSoon)).toBeVisible();
  await page.clock.runFor(1000);
  await expect(removing).toBeEnabled();
  await expectHeld(page, {
    [consent]: ['Share and continue'],
    '/apps': ['End access of Bank', 'Stop sharing'],
    '/security/recovery-codes': ['Show ten new codes'],
    [signOut]: ['Sign out here'],
  });
  expect(consoleErrors).toEqual([]);
  await app.stop();
});

test('pages without a held button contain no part of its script, in HTML or scripts', async ({
  account,
  addresses,
}) => {
  const proof = await publishProof(addresses);
  const visitors = {
    '/sign-in': openHttpClient(addresses.siteUrl),
    '/wallets': await openSignedInClient(addresses, account),
    [proof.path]: openHttpClient(addresses.siteUrl),
  };
  for (const [path, visitor] of Object.entries(visitors)) {
    const { status, text } = await visitor.get(path);
    expect([path, status]).toEqual([path, 200]);
    const scripts = new Set(text.match(/\/_next\/static\/[^"\\]+\.js/g));
    expect(scripts.size).toBeGreaterThan(3);
    const sources = await Promise.all([...scripts].map(async (script) => (await visitor.get(script)).text));
    const carriers = [text, ...sources].filter((one) => one.includes(scriptsMark));
    expect([path, carriers]).toEqual([path, []]);
  }
});

test('the second press of a double-click shares nothing with an unreviewed app, under a small window that closes @slow', {
  tag: '@firefox',
}, async ({ page, context, member, addresses }) => {
  const { prover, app } = await startBank(addresses, member);
  await stopTime(context);
  await openBait(
    page,
    app,
    `window.open('about:blank', '', 'width=400,height=300').document.write('<body onmousedown=window.close() style=height:100vh>'); location = '/sign-in#consent'`,
  );
  const opened = context.waitForEvent('page');
  await page.getByRole('button').click();
  const small = await opened;
  await share(page).scrollIntoViewIfNeeded();
  const box = await share(page).boundingBox();
  if (!box) throw new Error('The button is not drawn.');
  await small.mouse.move(200, 150);
  // Firefox rejects the press once its window has closed.
  await Promise.allSettled([small.waitForEvent('close'), small.mouse.down()]);
  expect(small.isClosed()).toBe(true);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByText(tooSoon).or(page.locator('#claims'))).toBeVisible();
  await expect(page.locator('#claims')).toHaveCount(0);
  expect(await findGrant(addresses, prover, app)).toBeNull();
  await app.stop();
});

test('the wait restarts when the page loses focus, is hidden or moves, and not when the user scrolls it @slow', {
  tag: '@firefox',
}, async ({ page, context, member: _, addresses }) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email' });
  await page.setViewportSize({ width: 1280, height: 400 });
  await stopTime(context);
  await page.goto(`${app.url}/sign-in`);
  const isFree = () => expect(share(page)).toHaveAttribute('aria-disabled', 'false');
  const isHeld = () => expect(share(page)).toHaveAttribute('aria-disabled', 'true');
  // Simulates the browser's event, which tests can't trigger in all browsers.
  const pretend = (of: 'document' | 'window', name: string, value: unknown, event?: string) =>
    page.evaluate(
      ([of, name, value, event]) => {
        const target = of === 'document' ? document : window;
        const given = name === 'hasFocus' ? () => value : value;
        Object.defineProperty(target, name, { value: given, configurable: true });
        if (event) (event === 'visibilitychange' ? document : window).dispatchEvent(new Event(event));
      },
      [of, name, value, event] as const,
    );

  await page.clock.runFor(800);
  await isFree();
  await pretend('document', 'hasFocus', false, 'blur');
  await isHeld();
  await page.clock.runFor(5000);
  await isHeld();
  await pretend('document', 'hasFocus', true, 'focus');
  await page.clock.runFor(600);
  await isHeld();
  await page.clock.runFor(200);
  await isFree();

  await pretend('document', 'visibilityState', 'hidden', 'visibilitychange');
  await page.clock.runFor(5000);
  await isHeld();
  await pretend('document', 'visibilityState', 'visible', 'visibilitychange');
  await page.clock.runFor(800);
  await isFree();

  for (const name of ['screenX', 'screenY', 'outerWidth', 'outerHeight']) {
    await pretend('window', name, 123);
    await page.clock.runFor(100);
    await isHeld();
    await page.clock.runFor(800);
    await isFree();
  }

  // The second navigation has the same address and still scrolls. An empty fragment leads to the top.
  for (const [fragment, time] of [
    ['#content', 'first'],
    ['#content', 'second'],
    ['#', 'first'],
    ['#', 'second'],
  ] as const)
    await test.step(`the fragment ${fragment}, the ${time} time`, async () => {
      await page.evaluate(() => scrollTo(0, 0));
      await page.clock.runFor(1000);
      await isFree();
      await page.evaluate((to) => location.assign(to), fragment);
      await page.clock.runFor(100);
      await isHeld();
      await page.clock.runFor(800);
      await isFree();
    });

  await page.evaluate(() => history.replaceState(null, '', '#content'));
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(640, 200);
  await page.mouse.wheel(0, 40);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(40);
  await page.clock.runFor(100);
  await isFree();
  await app.stop();
});

test("an app can't scroll consent by a fragment @slow", { tag: ['@firefox', '@webkit'] }, async ({
  page,
  member,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email wallets' });
  const prover = await openProver(addresses, member);
  for (const key of [createWalletKey(), createWalletKey()]) await proveWallet(addresses, prover, key);
  await page.setViewportSize({ width: 1280, height: 400 });
  for (const fragment of ['consent', 'wallets', ':~:text=Share%20and%20continue']) {
    await page.goto(`${app.url}/sign-in#${fragment}`);
    await expect(share(page)).toBeEnabled();
    expect(await page.evaluate(() => [scrollY, location.hash])).toEqual([0, '']);
  }
  await app.stop();
});

test('a held button and the message for an early press are accessible @slow', async ({
  page,
  member,
  addresses,
}) => {
  const { app } = await startBank(addresses, member);
  await page.addInitScript(() => {
    document.hasFocus = () => false;
  });
  await page.goto(`${app.url}/sign-in`);
  await share(page).evaluate((button: HTMLElement) => button.click());
  await expect(page.getByText(tooSoon)).toBeVisible();
  await expectByButtons(page, page.getByText(tooSoon));
  await expect(page.getByText('so no wallet is selected. Select the wallets it may see')).toBeVisible();
  await expectNoAxeViolations(page);
  await app.stop();
});
