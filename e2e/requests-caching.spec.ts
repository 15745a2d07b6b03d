import { expectNoLeak } from './fixtures/caching.ts';
import { listDataPaths, listPagePaths } from './fixtures/page-paths.ts';
import { sessionCookieName } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor, type Visitor } from './fixtures/visitor.ts';

const visit: Record<string, string> = {};
/** How the router asks for what a page is made of. */
const payload = { rsc: '1' };
const strays = ['/nothing', '/wallets/', '/_next/imagexyz', '/_next/data/x/wallets.json'];

test('no answer of any route leaves account data or a session where somebody else could be handed it', async ({
  account,
  addresses,
}) => {
  const member = openVisitor(addresses.siteUrl);
  await member.signIn(account);
  const visitors: Record<string, Visitor> = {
    nobody: openVisitor(addresses.siteUrl),
    'a damaged session': openVisitor(addresses.siteUrl),
    'somebody signed in': member,
  };
  let damaged = 0;
  for (const [who, visitor] of Object.entries(visitors)) {
    for (const path of [...listPagePaths(), ...listDataPaths(), ...strays]) {
      for (const headers of [visit, payload]) {
        if (who === 'a damaged session') visitor.cookies.set(sessionCookieName, 'garbage');
        const answer = await visitor.get(path, headers);
        expectNoLeak(who, path, answer, account.email);
        damaged += answer.setCookies.length;
        // Next asks for a payload under an address of its own.
        const moved = answer.headers.location ?? '';
        if (moved.includes('_rsc'))
          expectNoLeak(who, moved, await visitor.get(moved, headers), account.email);
      }
    }
  }
  // Otherwise nothing above was about cookies.
  expect(damaged).toBeGreaterThan(listPagePaths().length);
});
