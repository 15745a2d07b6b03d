import '../testing/unreachable-project';
import { Socket } from 'node:net';
import * as library from 'oidc-provider';
import { client, makeRequestState, now } from '../testing/request-state';
import { makeInteractionPolicy, oneFactor, twoFactors } from './interaction-policy';
import { type RequestState, RequestWithState } from './request-state';

const address = '11111111111111111111111111111112';

type Asked = { params?: object; session?: object | undefined; result?: object | undefined };

async function asks(prompt: string, reason: string, asked: Asked, state: Partial<RequestState> = {}) {
  const check = makeInteractionPolicy(library).get(prompt)?.checks.get(reason);
  if (!check) throw new Error(`No ${reason}`);
  const req = new RequestWithState(new Socket(), makeRequestState(state));
  return check.check({ req, oidc: { params: {}, ...asked } } as unknown as library.KoaContextWithOIDC);
}

const described = (prompt: string, reason: string) => {
  const { description, error } = makeInteractionPolicy(library).get(prompt)?.checks.get(reason) ?? {};
  return [description, error];
};

test('prompts come in order: sign-in, account, consent', () => {
  expect([...makeInteractionPolicy(library)].map(({ name }) => name)).toEqual([
    'login',
    'select_account',
    'consent',
  ]);
});

test('with prompt=none, an app learns whether sign-in or consent is missing', () => {
  expect([oneFactor, twoFactors]).toEqual(['urn:countersign:1fa', 'urn:countersign:2fa']);
  expect(described('login', 'second_factor')).toEqual(['a second factor was asked for', 'login_required']);
  expect(described('consent', 'installed_app')).toEqual([
    'the app keeps no secret and is on a machine of its person',
    'consent_required',
  ]);
  expect(described('consent', 'wallet_missing')).toEqual([
    'a wallet was asked for that is not shared',
    'consent_required',
  ]);
  const chooses = makeInteractionPolicy(library).get('select_account');
  expect(chooses?.requestable).toBe(true);
  expect(chooses?.checks.map(({ error }) => error)).toEqual(['consent_required']);
});

test('our check of installed apps replaces the library’s', () => {
  const reasons = makeInteractionPolicy(library)
    .get('consent')
    ?.checks.map(({ reason }) => reason);
  expect(reasons).not.toContain('native_client_prompt');
  expect(reasons).toContain('consent_prompt');
});

describe('a second factor', () => {
  const asked = (acr_values: string | undefined, session: object | undefined) =>
    asks('login', 'second_factor', { params: { acr_values }, session });

  test('is required of a session with one factor only', async () => {
    const signedIn = { accountId: 'ada', acr: oneFactor };
    expect(await asked(twoFactors, signedIn)).toBe(true);
    expect(await asked(twoFactors, { ...signedIn, acr: twoFactors })).toBe(false);
    expect(await asked(twoFactors, { acr: oneFactor })).toBe(false);
    expect(await asked(twoFactors, undefined)).toBe(false);
    expect(await asked(`${twoFactors} ${oneFactor}`, signedIn)).toBe(false);
    expect(await asked(undefined, signedIn)).toBe(false);
    expect(await asked(twoFactors, { accountId: 'ada' })).toBe(true);
  });
});

describe("an app on the user's machine", () => {
  const asked = (uri: string | undefined, from: RequestState['client'], result?: object) =>
    asks('consent', 'installed_app', { params: { redirect_uri: uri }, result }, { client: from });

  test('requires consent for each request, because any program there can answer to its scheme or port', async () => {
    expect(await asked('com.example.app:/cb', client)).toBe(true);
    expect(await asked('http://localhost:4000/cb', client)).toBe(true);
    expect(await asked('https.example.app:/cb', client)).toBe(true);
    expect(await asked(undefined, client)).toBe(true);
    expect(await asked('com.example.app:/cb', null)).toBe(true);
  });

  test('requires none with a secret, on the web, or just after consent', async () => {
    expect(await asked('http://localhost:4000/cb', { ...client, isConfidential: true })).toBe(false);
    expect(await asked('https://app.example/cb', client)).toBe(false);
    expect(await asked('com.example.app:/cb', client, { consent: { grantId: 'g' } })).toBe(false);
    expect(await asked('com.example.app:/cb', client, { login: { accountId: 'ada' } })).toBe(true);
  });
});

describe('a wallet that an app requests', () => {
  const grant = { id: 'g', scopes: ['wallets'] };
  const wallet = { id: 'w', address, chain: 'solana:mainnet' };
  const shared = (provenAgo: number) => ({
    grant: { ...grant, wallets: [{ ...wallet, provenAt: new Date((now - provenAgo) * 1000).toISOString() }] },
  });
  const asked = (wallet: string | undefined, state: Partial<RequestState>, result?: object) =>
    asks('consent', 'wallet_missing', { params: { wallet, scope: 'openid wallets' }, result }, state);
  const answered = { consent: { grantId: 'g' } };
  const step = (kind: string) => ({ item: { kind, payload: {}, age: 60, expiresIn: 9, consumedAgo: null } });

  test('requires consent until it is shared', async () => {
    expect(await asked('any', {})).toBe(true);
    expect(await asked('any', { grant: { ...grant, wallets: [] } })).toBe(true);
    expect(await asked('any', shared(600))).toBe(false);
    expect(await asked(address, shared(600))).toBe(false);
  });

  test('requires none without a request, or for a malformed one', async () => {
    expect(await asked(undefined, {})).toBe(false);
    expect(await asked('no address', {})).toBe(false);
  });

  test('is new only if proven during this step, after consent', async () => {
    expect(await asked('new', { ...shared(30), ...step('Interaction') }, answered)).toBe(false);
    expect(await asked('new', { ...shared(90), ...step('Interaction') }, answered)).toBe(true);
    expect(await asked('new', { ...shared(30), ...step('Interaction') })).toBe(true);
    expect(await asked('new', { ...shared(30), ...step('AuthorizationCode') }, answered)).toBe(true);
    expect(await asked('new', shared(30), answered)).toBe(true);
  });
});
