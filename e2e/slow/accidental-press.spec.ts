import { expectNoAxeViolations } from '../fixtures/axe.ts';
import {
  bait,
  expectUnder,
  findGrant,
  findMiddle,
  share,
  stopTime,
  tooSoon,
} from '../fixtures/consent-page.ts';
import { createWalletKey, openProver, proveWallet } from '../fixtures/prove-wallet.ts';
import { startRelyingApp } from '../fixtures/relying-app.ts';
import { expect, test } from '../fixtures/test.ts';

test('the second press of a double-click shares nothing with an app nobody reviewed, under a small window that closes', {
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
  await bait(
    page,
    app,
    `window.open('about:blank', '', 'width=400,height=300').document.write('<body onmousedown=window.close() style=height:100vh>'); location = '/sign-in#consent'`,
  );
  const opened = context.waitForEvent('page');
  await page.getByRole('button').click();
  const small = await opened;
  await share(page).scrollIntoViewIfNeeded();
  const { x, y } = await findMiddle(share(page));
  await small.mouse.move(200, 150);
  // Firefox says of the press that its window is gone.
  await Promise.allSettled([small.waitForEvent('close'), small.mouse.down()]);
  expect(small.isClosed()).toBe(true);
  await page.mouse.click(x, y);
  await expect(page.getByText(tooSoon).or(page.locator('#claims'))).toBeVisible();
  await expect(page.locator('#claims')).toHaveCount(0);
  expect(await findGrant(addresses, prover, app)).toBeNull();
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

test('a fragment of an app scrolls consent nowhere', { tag: ['@firefox', '@webkit'] }, async ({
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
