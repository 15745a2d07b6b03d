import { chosen, listRequestShapes, readRefusal, sendShape } from '../server/testing/request-shapes.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { encodeForm } from './fixtures/page-forms.ts';
import { listActions } from './fixtures/server-actions.ts';
import { writeCookieHeader } from './fixtures/session-cookies.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';

test("each malformed request is refused in the catalogue's words or reaches Next.js, and none writes its text or an error into the log", async ({
  account,
  addresses,
}) => {
  const app = await startAppOnBackend(addresses, { variables: { LOG_REQUESTS: '1' } });
  const { siteUrl } = app;
  const member = await openSignedInClient({ ...addresses, siteUrl }, account);
  const actions = listActions();
  const ofPage = new Set(actions.filter(({ path }) => path === '/sign-up').map(({ id }) => id));
  const [action = ''] = ofPage;
  const elsewhere = actions.find(({ id }) => !ofPage.has(id))?.id ?? '';
  const cookie = writeCookieHeader(member.cookies);
  const wrong: unknown[] = [];
  for (const shape of listRequestShapes({ siteUrl, action, elsewhere, cookie })) {
    const answer = await sendShape(siteUrl, shape);
    const isSafe =
      !shape.answer ||
      (/x-content-type-options: nosniff/.test(answer.head) && !/set-cookie/.test(answer.head));
    const allow = /^allow: (.*)$/m.exec(answer.head)?.[1]?.toUpperCase();
    const isAnswered = answer.status >= 100 && answer.status < 500;
    if (readRefusal(answer) !== shape.answer || !isAnswered || allow !== shape.allow || !isSafe)
      wrong.push([shape.what, shape.answer, answer]);
  }
  expect(wrong).toEqual([]);
  // No unreadable form signs the user out.
  expect((await member.get('/account')).text).toContain(account.email);
  const log = app.process.output();
  expect(log).not.toContain(chosen);
  expect(log).not.toMatch(/^ {4}at |Error:|⨯/m);
  await app.process.stop();
});

test('a form of another build runs nothing, and its answer keeps typed values except secrets', async ({
  addresses: { siteUrl },
}) => {
  const typed = {
    name: 'José <b>\n2',
    empty: '',
    password: 'correct horse',
    code: '123456',
    token: 'abc-token',
  };
  const { body, contentType } = await encodeForm({ [`$ACTION_ID_${'4'.repeat(42)}`]: '', ...typed });
  const { status, headers, text } = await openHttpClient(siteUrl).send({
    ...{ method: 'POST', path: '/account?from=%22%3Ca', body },
    headers: { origin: siteUrl, 'content-type': contentType },
  });
  expect([status, headers['cache-control']]).toEqual([409, 'no-store']);
  expect(text).toContain('<dt>name</dt><dd><pre>José &lt;b&gt;\r\n2</pre></dd>');
  expect(text).toContain('<a href="">Reload the page</a>');
  expect(text).not.toMatch(/correct horse|123456|abc-token|\$ACTION|<dt>empty/);
});

test('an action of another build is reported as such to the calling script', async ({
  addresses: { siteUrl },
}) => {
  const headers = {
    origin: siteUrl,
    'content-type': 'text/plain;charset=UTF-8',
    'next-action': '4'.repeat(42),
  };
  const answer = await openHttpClient(siteUrl).send({
    method: 'POST',
    path: '/sign-up',
    headers,
    body: Buffer.from('[]'),
  });
  // Next.js's client checks this header.
  expect([answer.status, answer.headers['x-nextjs-action-not-found']]).toEqual([409, '1']);
});

test("Next.js's image optimizer is disabled for every request", async ({ account, addresses }) => {
  const visitors = [openHttpClient(addresses.siteUrl), await openSignedInClient(addresses, account)];
  for (const visitor of visitors)
    for (const path of ['/_next/image', '/_next/./image', '/sign-in/../_next/image'])
      for (const query of ['', '?url=/account&w=64&q=75', '?url=%2Ficon.svg&w=64&q=75']) {
        const { status, text } = await visitor.get(path + query);
        expect([path, query, status, text.includes(account.email)]).toEqual([path, query, 404, false]);
      }
  for (const path of ['/_next/%69mage', '/_next/image/', '/_next/image/x'])
    for (const visitor of visitors) {
      const { headers } = await visitor.get(`${path}?url=%2Ficon.svg&w=64&q=75`);
      expect([path, headers['content-type']]).toEqual([path, expect.not.stringMatching(/^image\//)]);
    }
});

test("a body that isn't a form signs nobody out", async ({ account, addresses }) => {
  const member = await openSignedInClient(addresses, account);
  const headers = { origin: addresses.siteUrl, 'content-type': 'text/plain' };
  const answer = await member.send({ method: 'POST', path: '/sign-out', headers, body: Buffer.from('x') });
  expect(answer.status).toBe(400);
  expect((await member.get('/account')).text).toContain(account.email);
});
