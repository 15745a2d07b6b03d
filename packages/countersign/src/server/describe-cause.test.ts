import * as client from 'openid-client';
import { describeCause } from './describe-cause.ts';

test.each(['Bearer', 'Basic'])(
  'no %s credential is logged if a runtime names a header that it refuses',
  (kind) => {
    const refused = new TypeError(`Headers.set: "${kind} c2VjcmV0\n" is an invalid header value.`);
    for (const cause of [refused, new TypeError('fetch failed', { cause: refused })])
      expect(describeCause(cause)).not.toContain('c2VjcmV0');
  },
);

test("a failure of the network has the system's code", () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(describeCause(new TypeError('fetch failed', { cause }))).toBe('"fetch failed" ECONNREFUSED');
});

/** Requests a refresh from a site that answers so. */
async function failAt(answer: Response): Promise<unknown> {
  const site = new client.Configuration(
    { issuer: 'https://site.example', token_endpoint: 'https://site.example/token' },
    'app',
  );
  site[client.customFetch] = () => Promise.resolve(answer);
  return client.refreshTokenGrant(site, 'token').catch((error: unknown) => error);
}

test.each([
  [new Response('<html>', { status: 502 }), /^502 /],
  [
    new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }),
    /^401 invalid_token$/,
  ],
])('a response of another form is logged with its status', async (answer, logged) => {
  expect(describeCause(await failAt(answer))).toMatch(logged);
});
