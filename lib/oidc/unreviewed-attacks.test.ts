import { siteUrl } from 'local-supabase/testing';
import { give } from '../../supabase/testing/apps/let-apps-in';
import { accepted, callAsServer, type Person, signUpPerson } from '../../supabase/testing/person';
import {
  callback,
  connectApp,
  openBrowser,
  pendingRequestId,
  providerOnBackend,
  redirectOf,
  startRequest,
} from '../testing/app-visitor';
import { readWithheldAnswer } from './withheld-answer';

const signedOut = 'https://app.example/signed-out';

const site = providerOnBackend();
const { backend } = site;
let person: Person;
let clientId: string;
beforeAll(async () => {
  const owner = await signUpPerson(backend);
  const registered = await callAsServer<string>(backend, 'register_own_oauth_client', {
    ...owner.bound,
    p_client: {
      name: 'Gate',
      redirect_uris: [callback],
      post_logout_redirect_uris: [signedOut],
      is_confidential: false,
    },
    p_secret_hash: null,
    p_device: null,
  });
  clientId = accepted(registered);
  site.config = await connectApp(site.server, { clientId, secret: null });
});
beforeEach(async () => {
  person = await signUpPerson(backend);
});
afterEach(() => jest.useRealTimers());

const ask = async (parameters: Record<string, string> = {}) =>
  (await startRequest(site.config, parameters)).address;
const mistakes: Record<string, string>[] = [
  { prompt: 'none' },
  { scope: 'x', prompt: 'none' },
  { wallet: 'nonsense' },
  { response_mode: 'fragment', prompt: 'none' },
];

describe('a link of an unreviewed app', () => {
  it.each(mistakes)("doesn't redirect by itself, signed in or not: %j", async (parameters) => {
    const address = await ask(parameters);
    for (const browser of [openBrowser(site.server), openBrowser(site.server, person)]) {
      const led = redirectOf(await browser.visit(address));
      expect(led.origin + led.pathname).toBe(`${siteUrl}/connect/problem`);
      const back = new URL(readWithheldAnswer(led.searchParams.get('back') ?? '') ?? '');
      expect(back.origin + back.pathname).toBe(callback);
      expect(back.href).toMatch(/[?#&]error=\w+/);
    }
  });

  it('says what is missing for an answer without a page', async () => {
    const address = await ask({ prompt: 'none' });
    const codes = [openBrowser(site.server), openBrowser(site.server, person)].map(async (browser) =>
      redirectOf(await browser.visit(address)).searchParams.get('code'),
    );
    expect(await Promise.all(codes)).toEqual(['app.not_signed_in', 'app.must_ask']);
    const faulty = redirectOf(await openBrowser(site.server).visit(await ask({ wallet: 'nonsense' })));
    expect(faulty.searchParams.get('code')).toBe('app.request_invalid');
  });

  it('redirects users who granted access before, and users who refuse', async () => {
    const browser = openBrowser(site.server, person);
    const id = pendingRequestId(await browser.visit(await ask()));
    const refused = redirectOf(await browser.visit(await site.server.denyInteraction(id)));
    expect([refused.origin, refused.searchParams.get('error')]).toEqual([
      'https://app.example',
      'access_denied',
    ]);
    accepted(await give(backend, person, clientId, [], ['openid']));
    const answered = redirectOf(await browser.visit(await ask({ scope: 'openid email', prompt: 'none' })));
    expect([answered.origin, answered.searchParams.get('error')]).toEqual([
      'https://app.example',
      'consent_required',
    ]);
  });

  it("doesn't redirect after sign-out either, but offers a link", async () => {
    const leave = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: signedOut });
    const led = redirectOf(await openBrowser(site.server).visit(`/oauth/logout?${leave}`));
    expect([led.origin, led.pathname]).toEqual([siteUrl, '/connect/signed-out']);
    expect(readWithheldAnswer(led.searchParams.get('back') ?? '')).toBe(signedOut);
    const asked = redirectOf(await openBrowser(site.server, person).visit(`/oauth/logout?${leave}`));
    const { readSignOutRequest } = await import('./sign-out-request');
    expect(readSignOutRequest(asked.searchParams.get('request'), person.bound.p_session_id)).toMatchObject({
      returnTo: signedOut,
      isReviewed: false,
    });
  });

  it('is offered unchanged, for ten minutes', async () => {
    const browser = openBrowser(site.server, person);
    const led = redirectOf(await browser.visit(await ask({ prompt: 'none' })));
    const back = led.searchParams.get('back') ?? '';
    for (const forged of ['', callback, `${back}x`, back.slice(1)])
      expect(readWithheldAnswer(forged)).toBeNull();
    jest.useFakeTimers({ now: Date.now() + 10 * 60_000 + 1, advanceTimers: true });
    expect(readWithheldAnswer(back)).toBeNull();
  });
});
