import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createCountersign, type Settings } from '../server/index.ts';
import { person, settings } from './visit.ts';

const { issuer, clientId } = settings;

/** A site that signs everyone in with the claims that a test sets, which a real site would refuse, and an app of it. */
export async function openProvider(more: Settings = {}) {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const named = { alg: 'RS256', kid: 'one' };
  const claims: { acr?: string; auth_time?: number } = {};
  const revoked: string[] = [];
  let nonce = '';
  const answers: Record<string, (body: URLSearchParams) => object | Promise<object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      userinfo_endpoint: `${issuer}/oauth/userinfo`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      jwks_uri: `${issuer}/oauth/jwks`,
    }),
    '/oauth/jwks': async () => ({ keys: [{ ...(await exportJWK(publicKey)), ...named, use: 'sig' }] }),
    '/oauth/token': async () => ({
      ...{ access_token: 'access', refresh_token: 'refresh', token_type: 'bearer', expires_in: 600 },
      id_token: await new SignJWT({ nonce, ...claims })
        .setProtectedHeader(named)
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(person.sub)
        .setIssuedAt()
        .setExpirationTime('10 minutes')
        .sign(privateKey),
    }),
    '/oauth/userinfo': () => ({ sub: person.sub, name: person.name }),
    '/oauth/revoke': (body) => {
      revoked.push(body.get('token') ?? '');
      return {};
    },
  };
  const app = createCountersign({
    ...settings,
    async fetch(input, init) {
      const { pathname } = new URL(String(input));
      const answer = answers[pathname]?.(new URLSearchParams(String(init?.body ?? '')));
      return Response.json(await answer, { status: answer ? 200 : 404 });
    },
    ...more,
  });
  const headers = { 'sec-fetch-mode': 'navigate' };
  return {
    app,
    claims,
    revoked,
    /** @param url of the handler, as a page redirects there. @returns the response to the callback */
    async signIn(url: string): Promise<Response> {
      const led = await app.handle(new Request(url, { headers }));
      const asked = new URL(led.headers.get('location') ?? '').searchParams;
      nonce = asked.get('nonce') ?? '';
      const back = new URL(settings.redirectUri);
      back.search = `${new URLSearchParams({ code: 'code', state: asked.get('state') ?? '' })}`;
      const cookie = led.headers.getSetCookie().map((set) => set.split(';')[0]);
      return app.handle(new Request(back, { headers: { ...headers, cookie: cookie.join('; ') } }));
    },
    /** A request with the cookies that a response set. */
    open(path: string, { headers: given }: Response, mode = 'navigate'): Request {
      const cookie = given.getSetCookie().map((set) => set.split(';')[0]);
      const sent = { cookie: cookie.join('; '), 'sec-fetch-mode': mode };
      return new Request(new URL(path, settings.redirectUri), { headers: sent });
    },
  };
}
