import { decodeJwt, decodeProtectedHeader, exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { connectClient, siteUrl } from 'local-supabase/testing';
import * as client from 'openid-client';
import { type Person, signUpPerson } from '../../supabase/testing/person';
import { writeSessionCookie } from '../session/cookies';
import {
  connectApp,
  consentToCode,
  openBrowser,
  providerOnBackend,
  redirectOf,
  registerApp,
  startRequest,
} from '../testing/app-visitor';

const site = providerOnBackend();
const { backend } = site;
let person: Person;
let tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;
beforeAll(async () => {
  person = await signUpPerson(backend);
  const { back, checks } = await consentToCode(site, site.app, person);
  tokens = await client.authorizationCodeGrant(site.config, back, checks);
});

const given = () => [tokens.access_token, String(tokens.refresh_token), String(tokens.id_token)];

test("an app's token is refused by Auth", async () => {
  for (const token of given()) {
    const asked = await fetch(`${backend.url}/auth/v1/user`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
    });
    expect([401, 403]).toContain(asked.status);
  }
  const { error } = await connectClient(backend).auth.refreshSession({
    refresh_token: String(tokens.refresh_token),
  });
  expect(error).not.toBeNull();
});

test("an app's token reads nothing over REST", async () => {
  for (const token of given()) {
    const read = await fetch(`${backend.url}/rest/v1/accounts?select=code`, {
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${token}`,
        'accept-profile': 'countersign',
      },
    });
    expect(read.status).toBe(401);
  }
});

test("an app's token is no session here, sealed or not", async () => {
  const { address } = await startRequest(site.config, { prompt: 'none' });
  for (const token of given()) {
    const browser = openBrowser(site.server);
    const stored = {
      access_token: token,
      refresh_token: String(tokens.refresh_token),
      expires_at: Math.floor(Date.now() / 1000) + 600,
      expires_in: 600,
      token_type: 'bearer' as const,
    };
    for (const { name, value } of writeSessionCookie(stored, [])) browser.jar.set(name, value);
    const led = redirectOf(await browser.visit(address));
    // The middleware tries a refresh, the only way to judge a token of unknown signature.
    expect([led.origin === siteUrl, led.searchParams.get('error') === 'login_required']).toContain(true);
  }
});

test('the app gets no token of Auth', () => {
  const { access_token, refresh_token } = person.session;
  const { session_id, sub } = decodeJwt(access_token);
  const handedOut = JSON.stringify([tokens, tokens.claims()]);
  for (const secret of [access_token, refresh_token, String(session_id), String(sub)])
    expect(handedOut).not.toContain(secret);
});

const show = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await site.server.answer(new Request(`${siteUrl}/oauth/userinfo`, { headers }))).status;
};

test("ID tokens and refresh tokens aren't access tokens", async () => {
  expect(await show(tokens.access_token)).toBe(200);
  expect(await show(String(tokens.id_token))).toBe(401);
  expect(await show(String(tokens.refresh_token))).toBe(401);
});

test('the key set contains no private part', async () => {
  const set = (await (await site.server.answer(new Request(`${siteUrl}/oauth/jwks`))).json()) as {
    keys: object[];
  };
  expect(set.keys.length).toBeGreaterThanOrEqual(2);
  for (const key of set.keys)
    expect(Object.keys(key).filter((name) => ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].includes(name))).toEqual(
      [],
    );
});

describe('an ID token used as a hint', () => {
  const ask = async (hint: string) => {
    const { address } = await startRequest(site.config, { prompt: 'none', id_token_hint: hint });
    return redirectOf(await openBrowser(site.server, person).visit(address)).searchParams;
  };

  it('is accepted with our signature', async () => {
    expect((await ask(String(tokens.id_token))).get('code')).toEqual(expect.any(String));
  });

  it('is refused without a signature', async () => {
    const claims = decodeJwt(String(tokens.id_token));
    expect((await ask(new UnsecuredJWT(claims).encode())).get('error')).toBe('invalid_request');
  });

  it('is refused with HS256 and the public key as secret', async () => {
    const { kid } = decodeProtectedHeader(String(tokens.id_token));
    const set = (await (await site.server.answer(new Request(`${siteUrl}/oauth/jwks`))).json()) as {
      keys: { kid: string }[];
    };
    const jwk = set.keys.find((key) => key.kid === kid);
    const pem = await exportSPKI((await importJWK(jwk as never, 'RS256')) as never);
    for (const secret of [pem, JSON.stringify(jwk)]) {
      const forged = await new SignJWT(decodeJwt(String(tokens.id_token)))
        .setProtectedHeader({ alg: 'HS256', ...(kid && { kid }) })
        .sign(Buffer.from(secret));
      expect((await ask(forged)).get('error')).toBe('invalid_request');
    }
  });
});

test.each([
  ['no algorithm gets ID tokens by RS256', {}, 'RS256'],
  ['ES256 gets ID tokens so', { id_token_alg: 'ES256' }, 'ES256'],
])('an app that asks for %s', async (_what, changes, alg) => {
  const asked = await registerApp(backend, { ...changes, is_confidential: false });
  const theirs = await connectApp(site.server, asked);
  const { back, checks } = await consentToCode({ ...site, config: theirs }, asked, person);
  const { id_token } = await client.authorizationCodeGrant(theirs, back, checks);
  expect(decodeProtectedHeader(String(id_token)).alg).toBe(alg);
});
