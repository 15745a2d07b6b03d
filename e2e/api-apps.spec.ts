import { randomUUID } from 'node:crypto';
import { describedAnswer } from './fixtures/api-description.ts';
import { type RawAnswer, sendRaw } from './fixtures/raw-request.ts';
import { expect, test } from './fixtures/test.ts';

const paths = {
  '/api/v1/wallets': '/api/v1/wallets',
  '/api/v1/accounts/{sub}/wallets': `/api/v1/accounts/${randomUUID()}/wallets`,
  '/api/v1/events/poll': '/api/v1/events/poll',
};
const otherSite = 'https://other.example';

/** Asserts that docs/openapi.json describes an answer: status, headers and body. */
function expectDescribed(described: string, method: string, answer: RawAnswer, status: number): void {
  expect([described, method, answer.status]).toEqual([described, method, status]);
  const { headers, body } = describedAnswer(described, method, status);
  for (const [name, schema] of headers)
    expect([name, schema.safeParse(answer.headers[name]).error?.message]).toEqual([name, undefined]);
  if (body) expect(body.safeParse(JSON.parse(answer.text)).error?.message).toBeUndefined();
  else expect(answer.text).toBe('');
  expect(answer.setCookies).toEqual([]);
  expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
}

test('an app’s server needs no Origin, and learns how to authenticate', async ({ addresses }) => {
  for (const [described, path] of Object.entries(paths)) {
    const [method, wrong] = path.endsWith('/poll') ? ['POST', 'GET'] : ['GET', 'POST'];
    const json = { 'content-type': 'application/json' };
    const body = method === 'POST' ? { body: Buffer.from('{"returnImmediately":true}'), headers: json } : {};
    const refused = await sendRaw(addresses.siteUrl, { method, path, ...body });
    expectDescribed(described, method, refused, 401);
    const unused = await sendRaw(addresses.siteUrl, {
      method: wrong,
      path,
      headers: { ...json, origin: otherSite },
      ...(wrong === 'POST' && { body: Buffer.from('{}') }),
    });
    expectDescribed(described, wrong, unused, 405);
  }
});

test('a page of another site may send a token, but never a secret', async ({ addresses }) => {
  for (const [described, path] of Object.entries(paths)) {
    const headers = {
      origin: otherSite,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const asked = await sendRaw(addresses.siteUrl, { method: 'OPTIONS', path, headers });
    expectDescribed(described, 'OPTIONS', asked, 204);
    const isForPages = described === '/api/v1/wallets';
    expect([path, asked.headers['access-control-allow-headers']]).toEqual([
      path,
      isForPages ? 'Authorization, *' : undefined,
    ]);
  }
});

test("a form can't post there, whatever cookies the browser has", async ({ addresses }) => {
  const answer = await sendRaw(addresses.siteUrl, {
    method: 'POST',
    path: paths['/api/v1/events/poll'],
    headers: { origin: otherSite, 'content-type': 'text/plain', cookie: 'sb-127-auth-token=x' },
    body: Buffer.from('{"ack":[]}'),
  });
  expect(answer.status).toBe(415);
});
