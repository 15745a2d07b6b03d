import { openHttpClient } from './fixtures/http-client.ts';
import { type RawAnswer, sendRaw } from './fixtures/raw-request.ts';
import { sessionCookieName } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

const keys = [
  ...['time', 'level', 'event', 'requestId', 'method', 'route', 'status', 'milliseconds', 'session'],
] as const;
type Line = Record<(typeof keys)[number], unknown>;

test('each request is one line in the log, which records what was done and not by whom', async ({
  startSite,
  account,
}) => {
  const app = await startSite({ LOG_REQUESTS: '1', LOG_FORMAT: 'json' });
  const visitor = openHttpClient(app.siteUrl);
  const garbage = { cookie: `${sessionCookieName}=garbage` };
  const proofId = crypto.randomUUID();
  const expected: Array<[RawAnswer, unknown[]]> = [
    [await visitor.signIn(account), ['POST', '/sign-in', 303, 'none']],
    // Signing in has already checked the token.
    [await visitor.get('/account?from=secret-query'), ['GET', '/account', 200, 'cached']],
    [await visitor.get('/account', { 'x-request-id': 'chosen' }), ['GET', '/account', 200, 'cached']],
    [await visitor.get(`/proofs/${proofId}`), ['GET', '/proofs/[proofId]', 404, 'cached']],
    [await visitor.get(`/made-up/${account.email}`), ['GET', '/[...unknown]', 404, 'cached']],
    [await visitor.get('/api/health'), ['GET', '/api/health', 200, 'none']],
    [await visitor.press('/account', 'Sign out'), ['POST', '/sign-out', 303, 'cached']],
    [await visitor.get('/wallets'), ['GET', '/wallets', 307, 'none']],
    [
      await sendRaw(app.siteUrl, { path: '/wallets', headers: garbage }),
      ['GET', '/wallets', 307, 'refused:unreadable'],
    ],
  ];
  const asset = /\/_next\/static\/[^"]+\.js/.exec((await visitor.get('/sign-in')).text)?.[0] ?? '';
  const file = await visitor.get(asset);
  expect([file.status, file.headers['x-request-id']]).toEqual([200, undefined]);

  const written = () => app.process.output().split('\n');
  for (const [{ headers }, [method, route, status, session]] of expected) {
    const requestId = headers['x-request-id'] as string;
    const found = () => written().filter((line) => line.includes(requestId));
    // Written when the response has been sent, which may be after it was received.
    await expect.poll(() => found().length).toBe(1);
    const line = JSON.parse(found()[0] ?? '') as Line;
    expect(line).toMatchObject({ requestId, method, route, status, session });
    expect(Object.keys(line)).toEqual(keys);
  }
  // Next.js prints its name before the server's code runs. From the first JSON line on, all lines are JSON.
  const lines = written().filter((line) => line !== '');
  const first = lines.findIndex((line) => line.startsWith('{'));
  for (const line of lines.slice(first))
    expect(JSON.parse(line)).toMatchObject({
      time: expect.any(String),
      level: 'info',
      event: expect.any(String),
    });
  for (const personal of [account.email, proofId, 'secret-query', 'chosen', 'made-up', '_next']) {
    expect(app.process.output().includes(personal), personal).toBe(false);
  }
  // Node's warnings would be visible to the operator.
  expect(app.process.errorOutput()).toBe('');
});
