import { publishProof } from '../fixtures/public-proof.ts';
import { expect, test } from '../fixtures/test.ts';
import { openVisitor } from '../fixtures/visitor.ts';

test('a public proof may be kept for a minute, for everybody, and nothing of who asked is in it', async ({
  addresses,
}) => {
  const { account, jsonPath } = await publishProof(addresses);
  const owner = openVisitor(addresses.siteUrl);
  await owner.signIn(account);
  const [mine, anybodys] = [await owner.get(jsonPath), await openVisitor(addresses.siteUrl).get(jsonPath)];
  for (const answer of [mine, anybodys]) {
    expect([answer.headers['cache-control'], answer.setCookies]).toEqual(['public, max-age=60', []]);
    expect(String(answer.headers.vary ?? '')).not.toMatch(/cookie/i);
    expect(answer.text.includes(account.email)).toBe(false);
  }
  expect(mine.text).toBe(anybodys.text);
});
