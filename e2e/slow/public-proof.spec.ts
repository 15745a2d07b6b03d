import { publishProof } from '../fixtures/public-proof.ts';
import { expect, test } from '../fixtures/test.ts';

test('a phone shares the link its own way', async ({ page, addresses }) => {
  const { path } = await publishProof(addresses);
  await page.addInitScript(() => {
    Reflect.set(navigator, 'share', async (data: unknown) => Reflect.set(window, 'shared', data));
  });
  await page.goto(path);
  await page.getByRole('button', { name: 'Share…' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual({
    title: 'Proof of a wallet',
    url: addresses.siteUrl + path,
  });
});
