import type { Locator } from 'playwright/test';
import type { Account } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { bait, expectUnder, findGrant, share, stopTime, tooSoon } from './fixtures/consent-page.ts';
import { expectHeld, scriptsMark } from './fixtures/held-buttons.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { letAppIn } from './fixtures/let-app-in.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { openSignedInVisitor } from './fixtures/signed-in-visitor.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

/** Independent of scrolling, since hovering may scroll. */
const findPlace = (one: Locator) =>
  one.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left + scrollX, top: top + scrollY, width, height };
  });

/** An app that nobody reviewed, and its owner, who has a wallet to share with it. */
async function startBank(addresses: Addresses, owner: Account) {
  const prover = await openProver(addresses, owner);
  await proveWallet(addresses, prover, createWalletKey());
  const scope = 'openid email wallets';
  return { prover, app: await startRelyingApp(addresses, { name: 'Bank', owner: prover, scope }) };
}

test('the second press of a double-click shares nothing with an app nobody reviewed, in a tab that opens under the pointer', {
  tag: '@firefox',
}, async ({ page, context, member, addresses }) => {
  const { prover, app } = await startBank(addresses, member);
  await stopTime(context);
  await bait(page, app, `window.open('/sign-in#consent')`);
  const opened = context.waitForEvent('page');
  await page.getByRole('button').click();
  const asked = await opened;
  // The tab takes its size and the page its scripts meanwhile, and either moves the button. The clock stands still, so it's early.
  await waitForHydration(asked);
  await share(asked).hover();
  await asked.mouse.down();
  await asked.mouse.up();
  await expect(asked.getByText(tooSoon).or(asked.locator('#claims'))).toBeVisible();
  await expect(asked.locator('#claims')).toHaveCount(0);
  expect(await findGrant(addresses, prover, app)).toBeNull();
  // Someone who means it has lost nothing.
  await expect(asked.getByRole('checkbox')).not.toBeChecked();
  await asked.getByRole('checkbox').check();
  await asked.clock.runFor(1000);
  await share(asked).click();
  await expect(asked.locator('#claims')).toContainText(member.email);
  await app.stop();
});

test('no early press shares: not by key, by Enter in a box, by a held key, or by assistive technology; and it becomes free by itself @phone', {
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
    // Each ends when the wait would be over.
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
    // Enter that was held since before the page opened repeats until long after.
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
      await expectUnder(page, said);
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

test('held buttons take no early press, whether their page came by load or by a link', async ({
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
  await letAppIn(addresses, prover, app.clientId, { walletIds: [walletId] });
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

test('pages without a held button carry nothing of what holds presses, in their HTML or in their scripts', async ({
  account,
  addresses,
}) => {
  const proof = await publishProof(addresses);
  const visitors = {
    '/sign-in': openVisitor(addresses.siteUrl),
    '/wallets': await openSignedInVisitor(addresses, account),
    [proof.path]: openVisitor(addresses.siteUrl),
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

test('the second press of a double-click shares nothing with an app nobody reviewed, under a small window that closes @slow', {
  tag: '@firefox',
}, async ({ page, context, member, addresses }) => {
  const { prover, app } = await startBank(addresses, member);
  await stopTime(context);
  await bait(
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
  // Firefox says of the press that its window is gone.
  await Promise.allSettled([small.waitForEvent('close'), small.mouse.down()]);
  expect(small.isClosed()).toBe(true);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByText(tooSoon).or(page.locator('#claims'))).toBeVisible();
  await expect(page.locator('#claims')).toHaveCount(0);
  expect(await findGrant(addresses, prover, app)).toBeNull();
  await app.stop();
});

test('the wait starts anew when the page loses focus, is hidden or moves, and not when its person scrolls it @slow', {
  tag: '@firefox',
}, async ({ page, context, member: _, addresses }) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email' });
  await page.setViewportSize({ width: 1280, height: 400 });
  await stopTime(context);
  await page.goto(`${app.url}/sign-in`);
  const isFree = () => expect(share(page)).toHaveAttribute('aria-disabled', 'false');
  const isHeld = () => expect(share(page)).toHaveAttribute('aria-disabled', 'true');
  // As the browser says it, which no test can make all browsers do.
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

  // The second time it is the same address, and scrolls all the same. An empty one leads to the top.
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

test('a fragment of an app scrolls consent nowhere @slow', { tag: ['@firefox', '@webkit'] }, async ({
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

test('a button that is held and the words for an early press are there for everybody @slow', async ({
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
  await expectUnder(page, page.getByText(tooSoon));
  await expect(page.getByText('so nothing is ticked. Tick the wallets it may see')).toBeVisible();
  await expectNoAxeViolations(page);
  await app.stop();
});
