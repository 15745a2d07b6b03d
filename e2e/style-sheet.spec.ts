import type { Page, Request } from 'playwright/test';
import { waitForHydration } from './fixtures/hydration.ts';
import { expect, test } from './fixtures/test.ts';

type LoadedFile = PerformanceResourceTiming & { renderBlockingStatus: string };

/** How the page includes its style sheet, the files loaded for it, and those that the first frame waits for. */
async function readStyle(page: Page) {
  return page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as LoadedFile[];
    return {
      inPage: document.querySelectorAll('style').length,
      links: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href),
      bytes: loaded
        .filter(({ name, initiatorType }) => initiatorType === 'link' && name.includes('/style/'))
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
      waits: loaded.filter((file) => file.renderBlockingStatus === 'blocking').map(({ name }) => name),
      ink: getComputedStyle(document.body).color,
    };
  });
}

/** Has the router refresh the page with the server's current data. */
async function refresh(page: Page) {
  await waitForHydration(page);
  const isIt = (request: Request) => request.url().includes('_rsc=');
  // The router aborts the request once it has the data it needs.
  const drawn = Promise.race([
    page.waitForEvent('requestfinished', isIt),
    page.waitForEvent('requestfailed', isIt),
  ]);
  await page.evaluate(() =>
    (window as unknown as { next: { router: { refresh(): void } } }).next.router.refresh(),
  );
  await drawn;
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  return readStyle(page);
}

const ink = 'rgb(27, 29, 34)';

test('a first visit has the style sheet in its page, and a later one uses the cached file', async ({
  page,
  request,
  addresses,
}) => {
  const scripts: string[] = [];
  page.on('request', (asked) => asked.resourceType() === 'script' && scripts.push(asked.url()));
  const kept = page.waitForResponse((response) => response.url().includes('/style/'));
  await page.goto('/sign-in');
  expect(await readStyle(page)).toEqual({ inPage: 1, links: [], bytes: 0, waits: [], ink });
  const address = (await kept).url();
  await expect
    .poll(() => page.evaluate(() => document.cookie))
    .toContain(`sheet=${address.split('/').pop()}`);
  // No script contains the sheet a second time.
  expect(scripts.length).toBeGreaterThan(5);
  for (const script of scripts) expect(await (await request.get(script)).text()).not.toContain('@font-face');
  // A refresh, now with the cookie, doesn't change how this document includes it.
  expect(await refresh(page)).toMatchObject({ inPage: 1, links: [], ink });

  await page.goto('/sign-up');
  expect(await readStyle(page)).toEqual({ inPage: 0, links: [address], bytes: 0, waits: [address], ink });
  // With the cookie of another version, the page includes its sheet inline again.
  await page.context().addCookies([{ name: 'sheet', value: '0'.repeat(16), url: addresses.siteUrl }]);
  await page.goto('/sign-in');
  expect(await readStyle(page)).toMatchObject({ inPage: 1, links: [], ink });
});

test("a server answers with its sheet under another version's name, uncached", async ({ request, page }) => {
  const kept = page.waitForResponse((response) => response.url().includes('/style/'));
  await page.goto('/sign-in');
  const own = await kept;
  expect(own.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  const other = await request.get('/style/0000000000000000');
  expect(other.headers()).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/css; charset=utf-8',
  });
  expect(await other.text()).toBe(await own.text());
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every page includes the style sheet', async ({ page }) => {
    for (const path of ['/sign-in', '/sign-up']) {
      const answer = await page.goto(path);
      expect((await answer?.text())?.match(/<style nonce="[^"]+">/g)).toHaveLength(1);
      await expect(page.locator('body')).toHaveCSS('color', ink);
    }
  });
});
