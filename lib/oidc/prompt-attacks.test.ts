import { enrol, prove } from 'local-supabase/testing';
import { give, listGrants } from '../../supabase/testing/apps/let-apps-in';
import {
  accepted,
  callAsServer,
  type Person,
  signInAgain,
  signUpPerson,
} from '../../supabase/testing/person';
import {
  codeOf,
  connectApp,
  errorOf,
  openBrowser,
  pendingRequestId,
  providerOnBackend,
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

describe('prompt=none', () => {
  it('returns login_required while signed out, whatever was granted', async () => {
    await agree();
    expect(errorOf(await openBrowser(site.server).visit(await ask({ prompt: 'none' })))).toBe(
      'login_required',
    );
  });

  it('returns consent_required for anything not granted, alike for an existing wallet and a missing one', async () => {
    await agree(['openid', 'wallets']);
    const asked: Record<string, string>[] = [
      { scope: 'openid email' },
      { scope: 'openid wallets', wallet: 'new' },
      { scope: 'openid wallets', wallet: 'any' },
      { scope: 'openid wallets', wallet: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q' },
    ];
    for (const parameters of asked)
      expect(
        errorOf(await openBrowser(site.server, person).visit(await ask({ ...parameters, prompt: 'none' }))),
      ).toBe('consent_required');
  });

  it('succeeds if everything was granted, and leaves no request waiting', async () => {
    await agree();
    const led = await openBrowser(site.server, person).visit(await ask({ prompt: 'none' }));
    expect(codeOf(led)).toEqual(expect.any(String));
    expect(led.headers.getSetCookie()).toEqual([]);
  });

  it('treats an ended session as signed out', async () => {
    await agree();
    const other = await signInAgain(backend, person.email);
    await callAsServer(backend, 'end_session', {
      ...other.bound,
      p_ended_session_id: person.bound.p_session_id,
    });
    await callAsServer(backend, 'test_end_here', { p_session_id: person.bound.p_session_id });
    expect(errorOf(await openBrowser(site.server, person).visit(await ask({ prompt: 'none' })))).toBe(
      'login_required',
    );
  });

  it('treats a session without its second factor as signed out', async () => {
    await agree();
    const owner = await signInAgain(backend, person.email);
    await prove(owner.client, await enrol(owner.client));
    const half = await signInAgain(backend, person.email);
    expect(errorOf(await openBrowser(site.server, half).visit(await ask({ prompt: 'none' })))).toBe(
      'login_required',
    );
  });
});

describe('an app that requires more than a session', () => {
  async function begin(parameters: Record<string, string>) {
    await agree();
    const browser = openBrowser(site.server, person);
    return { browser, id: pendingRequestId(await browser.visit(await ask(parameters))) };
  }
  const stepUp = () => callAsServer(backend, 'record_step_up', { ...person.bound, p_by: 'password' });

  test.each([
    ['prompt=login', { prompt: 'login' }],
    ['max_age=0', { max_age: '0' }],
  ])('%s requires a new sign-in, and no earlier one counts', async (_what, parameters) => {
    const { browser, id } = await begin(parameters as never);
    expect(await site.server.findInteraction(id)).toMatchObject({ step: 'login', mustSignInAgain: true });
    const viewer = await viewerOf(browser);
    expect(await refusedWith(site.server.finishLogin(id, viewer))).toBe('auth.recent_auth_required');
    await stepUp();
    expect(await site.server.findInteraction(id)).toMatchObject({ mustSignInAgain: false });
    const back = await browser.visit(await site.server.finishLogin(id, viewer));
    expect(codeOf(back)).toEqual(expect.any(String));
  });

  it('max_age accepts a recent sign-in', async () => {
    await agree();
    expect(codeOf(await openBrowser(site.server, person).visit(await ask({ max_age: '600' })))).toEqual(
      expect.any(String),
    );
  });

  it("the step can't be finished without a second factor, even after a step-up", async () => {
    const { browser, id } = await begin({ acr_values: 'urn:countersign:2fa' });
    expect(await site.server.findInteraction(id)).toMatchObject({
      step: 'login',
      mustGiveSecondFactor: true,
    });
    expect(await refusedWith(site.server.finishLogin(id, await viewerOf(browser)))).toBe(
      'auth.second_factor_required',
    );
    await stepUp();
    expect(await refusedWith(site.server.finishLogin(id, await viewerOf(browser)))).toBe(
      'auth.second_factor_required',
    );
  });

  it('prompt=select_account and prompt=consent show the page even if everything was granted', async () => {
    for (const prompt of ['select_account', 'consent']) {
      const { browser, id } = await begin({ prompt });
      expect(await site.server.findInteraction(id)).toMatchObject({ step: 'consent', missingScopes: [] });
      const next = await site.server.finishConsent(id, await viewerOf(browser), await agree());
      expect(codeOf(await browser.visit(next))).toEqual(expect.any(String));
    }
  });
});

test('the team’s own app skips the page, except for wallets', async () => {
  const own = await registerApp(backend, { is_first_party: true });
  const theirs = await connectApp(site.server, own);
  const go = async (scope: string) =>
    openBrowser(site.server, person).visit((await startRequest(theirs, { scope })).address);
  expect(codeOf(await go('openid email'))).toEqual(expect.any(String));
  expect(pendingRequestId(await go('openid wallets'))).toBeTruthy();
  expect((await listGrants(backend, person)).apps).toMatchObject([
    { clientId: own.clientId, scopes: expect.arrayContaining(['openid', 'email']) },
  ]);
});
