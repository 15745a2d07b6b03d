import { siteUrl } from 'local-supabase/testing';
import { give } from '../../supabase/testing/apps/let-apps-in';
import { accepted, callAsServer, type Person, signUpPerson } from '../../supabase/testing/person';
import {
  type Browser,
  callback,
  openBrowser,
  pendingRequestId,
  problem,
  providerOnBackend,
  redirectOf,
  refusedWith,
  registerApp,
  startRequest,
  viewerOf,
} from '../testing/app-visitor';

const site = providerOnBackend();
const { backend } = site;
let person: Person;
beforeEach(async () => {
  person = await signUpPerson(backend);
});

const agree = async (scopes = ['openid'], by = person) =>
  accepted(await give(backend, by, site.app.clientId, [], scopes));
const ask = async (parameters: Record<string, string> = {}) =>
  (await startRequest(site.config, parameters)).address;

async function expectSaysWhy(refused: Response) {
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('Open this URL in a browser.');
}

test('a program that uses fetch gets the reason as text', async () => {
  const headers = { 'sec-fetch-mode': 'cors' };
  await expectSaysWhy(await openBrowser(site.server).visit(await ask(), { headers }));
});

describe('the step of a request', () => {
  async function begin(parameters: Record<string, string> = {}, by: Person | null = person) {
    const browser = openBrowser(site.server, by ?? undefined);
    return { browser, id: pendingRequestId(await browser.visit(await ask(parameters))) };
  }
  const finish = async (id: string, browser: Browser, grantId: string) =>
    site.server.finishConsent(id, await viewerOf(browser), grantId);

  /** In one browser that several users share. */
  const inSameBrowser = (browser: Browser, by?: Person) => {
    const next = openBrowser(site.server, by);
    next.jar.set('connect', String(browser.jar.get('connect')));
    return next;
  };

  it('continues to wait if its address is opened before an answer', async () => {
    const { browser, id } = await begin();
    expect((await browser.visit(`/oauth/authorize/${id}`)).headers.get('location')).toBe(`/connect/${id}#`);
    expect(await site.server.findInteraction(id)).not.toBeNull();
  });

  it('belongs to the browser that began it: an attacker can’t have a victim continue theirs', async () => {
    const { id } = await begin();
    const grantId = await agree();
    const other = openBrowser(site.server, person);
    expect(await site.server.findInteraction(id)).toBeNull();
    expect(await refusedWith(finish(id, other, grantId))).toBe('app.request_expired');
    expect((await other.visit(`/oauth/authorize/${id}`)).headers.get('location')).toMatch(
      problem('app.request_expired'),
    );
  });

  it("isn't used up by a prefetch, a script, a HEAD or Next’s server", async () => {
    const { browser, id } = await begin();
    const next = await finish(id, browser, await agree());
    for (const headers of [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'sec-fetch-mode': 'cors' },
      { rsc: '1' },
      { 'next-router-prefetch': '1' },
      { 'next-action': 'x' },
    ])
      await expectSaysWhy(await browser.visit(next, { headers: headers as never }));
    expect((await browser.visit(next, { method: 'HEAD' })).status).toBe(405);
    expect(redirectOf(await browser.visit(next)).origin).toBe('https://app.example');
  });

  it('is single-use, also with a second press or the back button', async () => {
    const { browser, id } = await begin();
    const grantId = await agree();
    const pressed = await Promise.all([1, 2, 3].map(() => refusedWith(finish(id, browser, grantId))));
    expect(pressed.filter((code) => code === null)).toHaveLength(1);
    await browser.visit(`/oauth/authorize/${id}`);
    expect(await site.server.findInteraction(id)).toBeNull();
    expect(await refusedWith(finish(id, browser, grantId))).toBe('app.request_expired');
    expect((await browser.visit(`/oauth/authorize/${id}`)).headers.get('location')).toMatch(
      problem('app.request_expired'),
    );
  });

  it("rejects another user's consent, and a grant of another user or app", async () => {
    const { browser, id } = await begin();
    const other = await signUpPerson(backend);
    const theirs = await agree(['openid'], other);
    expect(await refusedWith(finish(id, browser, theirs))).toBe('app.request_expired');
    const elsewhere = await registerApp(backend);
    const forOther = accepted(await give(backend, person, elsewhere.clientId, [], ['openid']));
    expect(await refusedWith(finish(id, browser, forOther))).toBe('app.request_expired');
    const asOther = openBrowser(site.server, other);
    asOther.jar.set('connect', String(browser.jar.get('connect')));
    expect(await refusedWith(finish(id, asOther, theirs))).toBe('app.request_expired');
  });

  it('continues after a switch of accounts, and asks that account again', async () => {
    const { browser, id } = await begin();
    const other = await signUpPerson(backend);
    const asOther = inSameBrowser(browser, other);
    const next = await site.server.finishLogin(id, await viewerOf(asOther));
    const again = pendingRequestId(await asOther.visit(next));
    expect(await site.server.findInteraction(again)).toMatchObject({
      step: 'consent',
      accountId: other.bound.p_user_id,
    });
  });

  it("issues no code for another user's earlier consent", async () => {
    const other = await signUpPerson(backend);
    await agree(['openid'], other);
    const { browser, id } = await begin({ prompt: 'consent' });
    const next = await finish(id, browser, await agree());
    const again = pendingRequestId(await inSameBrowser(browser, other).visit(next));
    expect(await site.server.findInteraction(again)).toMatchObject({ accountId: other.bound.p_user_id });
  });

  it('accepts the account that was asked, and one that signed in since it began', async () => {
    await begin();
    const signedOut = openBrowser(site.server);
    const id = pendingRequestId(await signedOut.visit(await ask()));
    const since = openBrowser(site.server, person);
    since.jar.set('connect', String(signedOut.jar.get('connect')));
    await site.server.finishLogin(id, await viewerOf(since));
    const countOwn = async () => {
      const kept = await callAsServer<object[]>(backend, 'test_read_oauth_items', {
        p_client_id: site.app.clientId,
      });
      return accepted(kept).filter((item) => JSON.stringify(item).includes(person.bound.p_user_id)).length;
    };
    expect(await countOwn()).toBe(2);
    expect((await callAsServer(backend, 'delete_account', person.bound)).refusal).toBeNull();
    expect(await countOwn()).toBe(0);
  });

  it('returns access_denied and the state if refused, to its app only', async () => {
    const { address, checks } = await startRequest(site.config);
    const browser = openBrowser(site.server, person);
    const id = pendingRequestId(await browser.visit(address));
    const back = redirectOf(await browser.visit(await site.server.denyInteraction(id)));
    expect(back.origin + back.pathname).toBe(callback);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('state')).toBe(checks.expectedState);
    expect(back.searchParams.get('iss')).toBe(siteUrl);
  });
});
