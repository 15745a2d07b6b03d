import { walkChangeTargets } from './fixtures/change-targets.ts';
import { listDataPaths, listPagePaths } from './fixtures/page-paths.ts';
import { publishProof } from './fixtures/public-proof.ts';
import type { RawAnswer } from './fixtures/raw-request.ts';
import { sessionCookieName } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor, type Visitor } from './fixtures/visitor.ts';

const visit: Record<string, string> = {};
/** How the router asks for what a page is made of. */
const payload = { rsc: '1' };
const strays = ['/nothing', '/wallets/', '/_next/imagexyz', '/_next/data/x/wallets.json'];

/** What an answer lets a cache do with it, as a sentence, so that a failure says which answer it was. */
function describeCaching({ headers }: RawAnswer): string {
  const cacheControl = headers['cache-control'] ?? '';
  if (/\bprivate\b/.test(cacheControl) && /\bno-store\b/.test(cacheControl)) return 'kept by nobody';
  return /\bpublic\b|max-age=[1-9]/.test(cacheControl) ? 'kept for everybody' : 'neither';
}

/** Fails when somebody could be handed what is another's: a page, a session, an account. */
function expectNoLeak(who: string, path: string, answer: RawAnswer, email: string): void {
  const isPage = /text\/html|text\/x-component/.test(answer.headers['content-type'] ?? '');
  const isPersonal = answer.setCookies.length > 0 || answer.text.includes(email);
  if (isPage || isPersonal) {
    expect([who, path, answer.status, describeCaching(answer)]).toEqual([
      who,
      path,
      answer.status,
      'kept by nobody',
    ]);
  }
  const vary = String(answer.headers.vary ?? '').toLowerCase();
  if (isPage && answer.status === 200) {
    // A page for this cookie is not the page for another, nor is its payload its HTML.
    expect([who, path, vary.includes('cookie'), vary.includes('rsc')]).toEqual([who, path, true, true]);
  }
}

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

test('no answer of a form or an action that sets a cookie is kept by a cache', async ({
  addresses,
  mailbox,
}) => {
  const setting: string[] = [];
  await walkChangeTargets(addresses, mailbox, async (target) => {
    const form = await target.visitor.findForm(target.path, target.button);
    for (const fields of [{ email: 'no mail', password: '' }, target.fields]) {
      const answer = await target.visitor.submit(target.path, form, fields);
      expectNoLeak(target.button, target.path, answer, target.fields.email ?? 'nobody');
      if (answer.setCookies.length > 0) setting.push(target.button);
    }
  });
  expect(setting).toEqual(expect.arrayContaining(['Sign in', 'Sign out']));
});

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
