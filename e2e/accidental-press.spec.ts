import type { BrowserContext, Locator, Page } from 'playwright/test';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import {
  callFunction,
  createWalletKey,
  openProver,
  type Prover,
  proveWallet,
} from './fixtures/prove-wallet.ts';
import { type RelyingApp, startRelyingApp } from './fixtures/relying-app.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

const tooSoon = 'The page had just opened or moved. Nothing was sent. Press again in a moment.';
const share = (page: Page) => page.getByRole('button', { name: 'Share and continue' });

/** The words stand in the buttons' own column, below the last of them, or above the first where the window ends. */
async function expectUnder(page: Page, words: Locator): Promise<void> {
  const boxes = [share(page), page.getByRole('button', { name: 'Cancel' }), words].map((one) =>
    one.boundingBox(),
  );
  const [first, last, said] = await Promise.all(boxes);
  if (!first || !last || !said) throw new Error('Something of it is not drawn.');
  expect(said.x).toBeGreaterThanOrEqual(first.x);
  expect(said.x + said.width).toBeLessThanOrEqual(first.x + first.width);
  const gap = said.y < first.y ? first.y - (said.y + said.height) : said.y - (last.y + last.height);
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(16);
}

/** Where it is on the page, however far that is scrolled: hovering may scroll. */
const findPlace = (one: Locator) =>
  one.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left + scrollX, top: top + scrollY, width, height };
  });

/** Stops the time of pages: on a machine of any speed, they have only just opened. */
async function stopTime(context: BrowserContext): Promise<void> {
  await context.clock.install();
  await context.clock.pauseAt(Date.now() + 60_000);
}

async function findGrant(addresses: Addresses, { userId }: Prover, { clientId }: RelyingApp) {
  return callFunction(addresses, 'find_oauth_grant', { p_user_id: userId, p_client_id: clientId });
}

/** An app's own page, whose first press opens something and whose second one is to fall on this site. */
async function bait(page: Page, app: RelyingApp, onClick: string): Promise<void> {
  await page.route(`${app.url}/bait`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<button onclick="${onClick}">Double-click to play</button>`,
    }),
  );
  await page.goto(`${app.url}/bait`);
}

const attacks = {
  'a small window that closes over it': `window.open('about:blank', '', 'width=400,height=300').document.write(
    '<body onmousedown=window.close() style=height:100vh>'); location = '/sign-in#consent'`,
  'a tab that opens under the pointer': `window.open('/sign-in#consent')`,
};

for (const [how, onClick] of Object.entries(attacks))
  test(`the second press of a double-click shares nothing with an app nobody reviewed: ${how}`, {
    tag: '@firefox',
  }, async ({ page, context, member, addresses }) => {
    const prover = await openProver(addresses, member);
    await proveWallet(addresses, prover, createWalletKey());
    const app = await startRelyingApp(addresses, {
      name: 'Bank',
      owner: prover,
      scope: 'openid email wallets',
    });
    await stopTime(context);
    await bait(page, app, onClick.replace(/\s+/g, ' '));
    const opened = context.waitForEvent('page');
    await page.getByRole('button').click();
    const other = await opened;
    const asked = how.includes('tab') ? other : page;
    await share(asked).scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await share(asked).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    if (other !== asked) {
      await other.mouse.move(200, 150);
      // Firefox says of the press that its window is gone.
      await Promise.allSettled([other.waitForEvent('close'), other.mouse.down()]);
      expect(other.isClosed()).toBe(true);
    }
    await asked.mouse.click(x + width / 2, y + height / 2);
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

test('the wait starts anew when the page loses focus, is hidden or moves, and not when its person scrolls it', {
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

test('a fragment of an app scrolls consent nowhere', { tag: '@firefox' }, async ({
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

test('other pages that a stranger can open take no early press either', async ({
  page,
  context,
  member,
  addresses,
}) => {
  const prover = await openProver(addresses, member);
  const app = await startRelyingApp(addresses, { name: 'Bank', owner: prover });
  await page.goto(`${app.url}/sign-in`);
  await share(page).click();
  await expect(page.locator('#claims')).toBeVisible();
  await stopTime(context);
  const pages = {
    '/security/recovery-codes': 'Show ten new codes',
    '/apps': 'End access of Bank',
    [`/developers/${app.clientId}`]: 'Make a new secret',
    [`${app.url}/sign-out`]: 'Sign out here',
  };
  for (const [path, name] of Object.entries(pages))
    await test.step(path, async () => {
      await page.goto(path);
      const button = page.getByRole('button', { name });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await button.evaluate((pressed: HTMLElement) => pressed.click());
      await expect(page.getByText(tooSoon)).toBeVisible();
      await page.clock.runFor(1000);
      await expect(button).toBeEnabled();
    });
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page.getByRole('heading', { name: "You're signed out here." })).toBeVisible();
  await app.stop();
});

test('a button that is held and the words for an early press are there for everybody', async ({
  page,
  member,
  addresses,
}) => {
  const prover = await openProver(addresses, member);
  await proveWallet(addresses, prover, createWalletKey());
  const app = await startRelyingApp(addresses, { name: 'Bank', owner: prover, scope: 'openid wallets' });
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
