import type { AdapterPayload } from 'oidc-provider';
import { hashId } from '../apps/client-secret';
import { client as gate, makeRequestState, now } from '../testing/request-state';
import { isSecretOf, newAuthorizationId, RequestAdapter } from './adapter';
import { type Begun, beginRequest, type RequestState } from './request-state';

jest.mock('./request-state', () => ({
  ...jest.requireActual('./request-state'),
  beginRequest: jest.fn(),
}));

const id = 'the-id-in-the-hands-of-a-browser';
const ada = 'ada';

const stored = (kind: string, more: Partial<NonNullable<Begun['item']>> = {}) => ({
  kind,
  payload: {},
  age: 5.2,
  expiresIn: 30.7,
  consumedAgo: null,
  ...more,
});

const stateOf = (more: Partial<RequestState> = {}) => makeRequestState({ itemHash: hashId(id), ...more });
const adapterOf = (kind: string, state = stateOf()) => new RequestAdapter(kind, () => state);
const find = (kind: string, state: RequestState) =>
  adapterOf(kind, state).find(id) as Promise<AdapterPayload | undefined>;

beforeEach(() => jest.useFakeTimers({ now: (now + 0.9) * 1000 }));
afterEach(() => {
  jest.useRealTimers();
  jest.resetAllMocks();
});

test('a kind that a bundler renamed is refused and not stored', () => {
  for (const kind of ['Interaction', 'Client', 'Grant', 'Session', 'ReplayDetection'])
    expect(adapterOf(kind).kind).toBe(kind);
  expect(() => adapterOf('e')).toThrow('The provider stores a e');
});

describe('a stored item', () => {
  test('is found only by its kind and id', async () => {
    const state = stateOf({ item: stored('AuthorizationCode', { payload: { clientId: 'app' } }) });
    expect(await find('AuthorizationCode', state)).toEqual({
      clientId: 'app',
      jti: id,
      iat: now - 6,
      exp: now + 30,
    });
    expect(await find('RefreshToken', state)).toBeUndefined();
    expect(await find('AuthorizationCode', stateOf())).toBeUndefined();
  });

  test('is read from the database by its hash if the request has another id', async () => {
    const pushed = stored('PushedAuthorizationRequest', { payload: { request: 'x' } });
    jest.mocked(beginRequest).mockResolvedValue({ ok: true, state: stateOf({ item: pushed }) });
    const state = stateOf({ itemHash: hashId('another'), item: stored('PushedAuthorizationRequest') });
    expect(await find('PushedAuthorizationRequest', state)).toMatchObject({ request: 'x', jti: id });
    expect(beginRequest).toHaveBeenCalledWith({ itemHash: hashId(id) });
    jest.mocked(beginRequest).mockResolvedValue({ ok: false, code: 'backend.unavailable' });
    await expect(find('PushedAuthorizationRequest', state)).rejects.toThrow('backend.unavailable');
  });

  test("is stored under its id's hash, for at least a second", async () => {
    const state = stateOf();
    await adapterOf('RefreshToken', state).upsert(id, { jti: id, clientId: 'app' }, 0);
    await adapterOf('AccessToken', state).upsert(id, { grantId: 'a' }, 9.1);
    expect(state.changes.put).toEqual([
      { kind: 'RefreshToken', id_hash: hashId(id), payload: { clientId: 'app' }, seconds: 1 },
      { kind: 'AccessToken', id_hash: hashId(id), payload: { grantId: 'a' }, seconds: 10 },
    ]);
    expect(JSON.stringify(state.changes)).not.toContain(id);
    expect(state.changes.used).toEqual(['a']);
  });

  test('of a code contains its authorization', async () => {
    const grant = { id: 'grant', scopes: [], wallets: [] };
    const code = { grantId: 'a', scope: 'openid wallets' };
    const put = async (state: RequestState, payload: AdapterPayload) => {
      await adapterOf('AuthorizationCode', state).upsert(id, payload, 60);
      return state.changes.put;
    };
    expect(await put(stateOf({ grant }), code)).toMatchObject([
      { authorization: { id: 'a', grant_id: 'grant', scopes: ['openid', 'wallets'] } },
    ]);
    expect(await put(stateOf(), { grantId: 'a' })).toMatchObject([
      { kind: 'AuthorizationCode', authorization: { id: 'a', grant_id: undefined, scopes: undefined } },
    ]);
  });

  test('of a step contains neither `returnTo`, which has the id, nor an authorization', async () => {
    const state = stateOf();
    const step = { grantId: 'a', returnTo: `/oauth/authorize/${id}`, params: {} };
    await adapterOf('Interaction', state).upsert(id, step as AdapterPayload, 600);
    expect(JSON.stringify(state.changes.put)).not.toMatch(/returnTo|grantId|the-id/);
    expect(state.changes.used).toEqual([]);
  });

  test('is of no other kind that the library would store', async () => {
    const state = stateOf();
    for (const kind of ['Session', 'Grant', 'Client', 'ReplayDetection'])
      await adapterOf(kind, state).upsert(id, { grantId: 'a' }, 60);
    expect([state.changes.put, state.changes.used]).toEqual([[], []]);
    const adapter = adapterOf('Session');
    expect([await adapter.findByUid(), await adapter.findByUserCode()]).toEqual([undefined, undefined]);
  });

  test('is used up or deleted by its hash; only a step is deleted', async () => {
    const state = stateOf();
    await adapterOf('AuthorizationCode', state).consume(id);
    await adapterOf('AuthorizationCode', state).destroy('another');
    await adapterOf('Interaction', state).destroy(id);
    expect(state.changes).toMatchObject({ use: [hashId(id)], drop: [hashId(id)] });
  });
});

describe('a used item', () => {
  test.each([
    ['AuthorizationCode', 2, false],
    ['AuthorizationCode', 2.1, true],
    ['RefreshToken', 10, false],
    ['RefreshToken', 10.1, true],
    ['PushedAuthorizationRequest', 0, false],
    ['PushedAuthorizationRequest', 0.1, true],
  ])('a %s used %d s ago counts as replayed: %s', async (kind, consumedAgo, isReplayed) => {
    const found = await find(kind, stateOf({ item: stored(kind, { consumedAgo }) }));
    expect(found?.consumed).toBe(isReplayed ? true : undefined);
  });

  test("is judged by the time of the request's arrival, however long it waited", async () => {
    const item = stored('AuthorizationCode', { consumedAgo: 5 });
    expect(await find('AuthorizationCode', stateOf({ item, cameAt: now - 3 }))).not.toHaveProperty(
      'consumed',
    );
    expect(await find('AuthorizationCode', stateOf({ item, cameAt: now - 2 }))).toHaveProperty('consumed');
  });

  test('stays readable for another minute, so that its tokens end', async () => {
    const used = (expiresIn: number, consumedAgo: number | null) =>
      find('AuthorizationCode', stateOf({ item: stored('AuthorizationCode', { expiresIn, consumedAgo }) }));
    expect((await used(-5, 60))?.exp).toBe(now + 60);
    expect((await used(90, 60))?.exp).toBe(now + 90);
    expect((await used(-5, null))?.exp).toBe(now - 5);
  });

  test.each([
    [null, 'revoked'],
    [stored('AccessToken'), 'revoked'],
    [stored('AuthorizationCode', { consumedAgo: 60 }), 'replayed'],
    [stored('RefreshToken', { consumedAgo: 60 }), 'reused'],
    [stored('RefreshToken', { consumedAgo: 1 }), 'revoked'],
  ])('ends an authorization once, with a reason: %j, %s', async (item, because) => {
    const state = stateOf({ item });
    for (const kind of ['AccessToken', 'RefreshToken']) await adapterOf(kind, state).revokeByGrantId('a');
    await adapterOf('AccessToken', state).revokeByGrantId('b');
    expect(state.changes.end).toEqual([
      { id: 'a', because },
      { id: 'b', because },
    ]);
  });
});

describe('an authorization', () => {
  const authorization = {
    id,
    userId: ada,
    clientId: 'app',
    scopes: ['openid', 'wallets'],
    sub: null,
    claims: null,
  };

  test('is the library’s grant for this user, app and scopes', async () => {
    expect(await find('Grant', stateOf({ authorization }))).toEqual({
      kind: 'Grant',
      jti: id,
      iat: now,
      exp: now + 3600,
      accountId: ada,
      clientId: 'app',
      openid: { scope: 'openid wallets' },
    });
  });

  test('is found only by its id of 256 random bits', async () => {
    expect(await find('Grant', stateOf())).toBeUndefined();
    expect(await find('Grant', stateOf({ authorization: { ...authorization, id: 'b' } }))).toBeUndefined();
    expect(newAuthorizationId()).toMatch(/^[\w-]{43}$/);
    expect(newAuthorizationId()).not.toBe(newAuthorizationId());
  });
});

test('an app is visible only to its own request', async () => {
  const client = { ...gate, clientId: id };
  expect(await find('Client', stateOf({ client }))).toMatchObject({ client_id: id, client_name: 'Gate' });
  expect(await find('Client', stateOf({ client: { ...client, clientId: 'other' } }))).toBeUndefined();
  expect(await find('Client', stateOf())).toBeUndefined();
  const redirectUris = ['com.example.app:/https:', 'https://b.example/'];
  const secretHashes = ['a', hashId('b')];
  const confidential = { ...client, isConfidential: true, redirectUris, secretHashes };
  expect(await find('Client', stateOf({ client: confidential }))).toMatchObject({
    ...{ application_type: 'native', client_secret: secretHashes.join('.') },
    sector_identifier_uri: 'https://sector.invalid/',
  });
  const withoutSecret = await find('Client', stateOf({ client: { ...client, isConfidential: true } }));
  expect(withoutSecret).toMatchObject({ application_type: 'web', client_secret: '-' });
  expect(withoutSecret).not.toHaveProperty('sector_identifier_uri');
  expect(['b', 'c'].map((secret) => isSecretOf(secretHashes.join('.'), secret))).toEqual([true, false]);
});

describe("a user's answer", () => {
  const session = {
    userId: ada,
    authTime: now - 40,
    authenticatedAgo: 40,
    acr: 'urn:countersign:2fa',
    amr: ['pwd', 'otp'],
  };
  const answered = async (result: unknown, more: Partial<RequestState> = { session }) =>
    (await find('Interaction', stateOf({ item: stored('Interaction', { payload: { result } }), ...more })))
      ?.result;

  test("doesn't count for another user who is signed in now, nor while signed out", async () => {
    const result = { login: { accountId: 'mallory' }, consent: { accountId: 'mallory', grantId: 'g' } };
    expect(await answered(result)).toEqual({});
    expect(await answered(result, { session: null })).toEqual({});
    expect(await answered({ consent: { grantId: 'g' } }, { session: null })).toEqual({});
  });

  test("counts for the user who answered; another user's is dropped", async () => {
    const consent = { accountId: ada, grantId: 'g' };
    expect(await answered({ consent, login: { accountId: 'mallory' } })).toEqual({ consent });
  });

  test('takes the authentication from the session, not from the answer', async () => {
    const login = { accountId: ada, acr: 'made up', amr: ['made up'], ts: 1 };
    expect(await answered({ login, consent: { accountId: ada, acr: 'kept' } })).toEqual({
      login: { accountId: ada, ts: now - 40, acr: session.acr, amr: session.amr },
      consent: { accountId: ada, acr: 'kept' },
    });
  });

  test('may be a refusal of any user', async () => {
    const no = { error: 'access_denied' };
    expect(await answered(no)).toEqual(no);
    expect(await answered(no, { session: null })).toEqual(no);
  });

  test('is missing while the step waits, and from other items', async () => {
    expect(await answered(undefined)).toBeUndefined();
    const result = { login: { accountId: 'mallory' } };
    const code = stored('AuthorizationCode', { payload: { result } });
    expect((await find('AuthorizationCode', stateOf({ item: code, session })))?.result).toEqual(result);
  });
});
