import { siteUrl } from 'local-supabase/testing';
import * as client from 'openid-client';
import { give } from '../../supabase/testing/apps/let-apps-in';
import { accepted, callAsServer, type Person, signUpPerson } from '../../supabase/testing/person';
import {
  callback,
  codeOf,
  connectApp,
  errorOf,
  invalidGrant,
  openBrowser,
  pendingRequestId,
  postAsApp,
  problem,
  providerOnBackend,
  redirectOf,
  registerApp,
  startRequest,
  viewerOf,
} from '../testing/app-visitor';

const site = providerOnBackend();
const { backend } = site;
let person: Person;
beforeAll(async () => {
  person = await signUpPerson(backend);
});
beforeEach(async () => {
  site.app = await registerApp(backend);
  site.config = await connectApp(site.server, site.app);
});

const exempt = async (isExempt = true, { clientId } = site.app) => {
  const asked = { p_client_id: clientId, p_is_exempt: isExempt };
  const { refusal } = await callAsServer(backend, 'exempt_oauth_client_from_pkce', asked);
  if (refusal) throw new Error(refusal);
};
const agree = async () => accepted(await give(backend, person, site.app.clientId, [], ['openid']));

function withoutChallenge(address: string, more: Record<string, string> = {}): string {
  const stripped = new URL(address);
  stripped.searchParams.delete('code_challenge');
  stripped.searchParams.delete('code_challenge_method');
  for (const [name, value] of Object.entries(more)) stripped.searchParams.set(name, value);
  return stripped.href;
}

/** A request by a library without PKCE. */
const askWithoutChallenge = async (parameters: Record<string, string> = {}, of = site.config) =>
  withoutChallenge((await startRequest(of)).address, parameters);

async function takeCode(address: string): Promise<string> {
  const led = await openBrowser(site.server, person).visit(address);
  const code = codeOf(led);
  if (!code) throw new Error(`${led.status} ${led.headers.get('location')}`);
  return code;
}
const redeem = (code: string, more: Record<string, string> = {}) =>
  postAsApp(site.server, site.app, 'token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    ...more,
  });
const verifier = client.randomPKCECodeVerifier();

test('an app without an exemption gets no code without a challenge or with a plain one, pushed or not', async () => {
  await agree();
  const asked: Record<string, string>[] = [
    {},
    { code_challenge: verifier },
    { code_challenge: verifier, code_challenge_method: 'plain' },
    { code_challenge: 'short', code_challenge_method: 'S256' },
  ];
  for (const wrong of asked) {
    const led = await openBrowser(site.server, person).visit(await askWithoutChallenge(wrong));
    expect(errorOf(led)).toBe('invalid_request');
  }
  const pushed = { response_type: 'code', redirect_uri: callback, scope: 'openid' };
  expect(await postAsApp(site.server, site.app, 'par', pushed)).toMatchObject({ status: 400 });
});

describe('an exempt app', () => {
  beforeEach(async () => {
    await exempt();
    await agree();
  });

  it('redeems a code without PKCE by its secret', async () => {
    const code = await takeCode(await askWithoutChallenge());
    expect(await redeem(code, { client_secret: 'wrong' })).toMatchObject({ status: 401 });
    expect(await redeem(code)).toMatchObject({ status: 200 });
  });

  it('must send the verifier of its own challenge', async () => {
    const { address, checks } = await startRequest(site.config);
    expect(await redeem(await takeCode(address))).toEqual(invalidGrant);
    for (const wrong of ['', verifier])
      expect(await redeem(await takeCode(address), { code_verifier: wrong })).toEqual(invalidGrant);
    const sent = { code_verifier: checks.pkceCodeVerifier };
    expect(await redeem(await takeCode(address), sent)).toMatchObject({ status: 200 });
  });

  it("can't redeem with a verifier if an attacker removed the challenge", async () => {
    const { address, checks } = await startRequest(site.config);
    const code = await takeCode(withoutChallenge(address));
    expect(await redeem(code, { code_verifier: checks.pkceCodeVerifier })).toEqual(invalidGrant);
  });

  it.each<[string, Record<string, string>]>([
    ['a plain challenge', { code_challenge: verifier, code_challenge_method: 'plain' }],
    ['a challenge without its method, which would be plain', { code_challenge: verifier }],
    ['a method without a challenge', { code_challenge_method: 'S256' }],
  ])('is refused %s', async (_what, parameters) => {
    const led = await openBrowser(site.server, person).visit(await askWithoutChallenge(parameters));
    expect(errorOf(led)).toBe('invalid_request');
  });

  it("can't redeem a code from before the exemption ended", async () => {
    const code = await takeCode(await askWithoutChallenge());
    await exempt(false);
    expect(await redeem(code)).toEqual(invalidGrant);
  });

  it('gets no code for a request that waited or was pushed before the exemption ended', async () => {
    const asked = { response_type: 'code', redirect_uri: callback, scope: 'openid email' };
    const { body } = await postAsApp(site.server, site.app, 'par', asked);
    const browser = openBrowser(site.server, person);
    const id = pendingRequestId(await browser.visit(await askWithoutChallenge({ scope: 'openid email' })));
    await exempt(false);
    const given = accepted(await give(backend, person, site.app.clientId, [], ['openid', 'email']));
    const next = await site.server.finishConsent(id, await viewerOf(browser), given);
    expect((await browser.visit(next)).headers.get('location')).toMatch(problem('app.request_expired'));
    const pushed = new URLSearchParams({
      client_id: site.app.clientId,
      request_uri: String(body.request_uri),
    });
    expect(errorOf(await browser.visit(`${siteUrl}/oauth/authorize?${pushed}`))).toBe('invalid_request');
  });

  it('exempts no other app, even of the same host', async () => {
    const other = await registerApp(backend);
    accepted(await give(backend, person, other.clientId, [], ['openid']));
    const address = await askWithoutChallenge({}, await connectApp(site.server, other));
    expect(errorOf(await openBrowser(site.server, person).visit(address))).toBe('invalid_request');
    expect(
      redirectOf(await openBrowser(site.server, person).visit(address)).searchParams.get('code'),
    ).toBeNull();
  });
});
