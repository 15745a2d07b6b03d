import { BackendUnavailable } from '../backend-unavailable';
import type { SessionCheck } from './session';
import type { Claims } from './verify-access-token';
import {
  actingViewer,
  hashAccount,
  readViewer,
  requireViewer,
  secondsUntilExpiry,
  type Viewer,
} from './viewer';

/** The session check's result, the request's headers, and the cookies it read. */
let found: SessionCheck;
let headers: Headers;
const looked: unknown[] = [];
const carried = [{ name: 'sb', value: 'a' }];
jest.mock('./session', () => ({
  checkSession: async (cookies: unknown) => {
    looked.push(cookies);
    return found;
  },
}));
jest.mock('next/headers', () => ({
  headers: async () => headers,
  cookies: async () => ({ getAll: () => carried }),
}));
jest.mock('next/navigation', () => ({
  redirect: (path: string) => {
    throw new Error(`to ${path}`);
  },
}));

const claims: Claims = {
  sub: 'user',
  session_id: 'session',
  role: 'authenticated',
  aal: 'aal2',
  email: 'ada@example.com',
  amr: [{ method: 'password', timestamp: 1 }],
  exp: 1_800_000_000,
};
const viewer: Viewer = {
  ...{ id: 'user', email: 'ada@example.com', sessionId: 'session', aal: 'aal2' },
  ...{ openedMailAt: null, sessionExpiresAt: 1_800_000_000 },
};
const signIn = (amr = claims.amr) => {
  found = { status: 'signed-in', claims: { ...claims, amr } };
};

beforeEach(() => {
  headers = new Headers();
  looked.length = 0;
});
afterEach(() => jest.useRealTimers());

test('the viewer is from the verified claims of the request’s own cookies', async () => {
  signIn();
  expect(await readViewer()).toEqual({ signedIn: true, viewer });
  expect(await requireViewer('/wallets')).toEqual(viewer);
  expect(await actingViewer()).toEqual({ ok: true, viewer });
  expect(looked).toEqual([carried, carried, carried]);
});

test.each(['otp', 'magiclink', 'recovery'])(
  'a session opened by %s has opened an email, at that time',
  async (method) => {
    signIn([
      { method: 'totp', timestamp: 3 },
      { method, timestamp: 2 },
    ]);
    expect(await readViewer()).toMatchObject({ viewer: { openedMailAt: 2 } });
  },
);

test.each(['password', 'web3', 'totp', 'oauth', ''])(
  'a session opened by %s has opened none',
  async (method) => {
    signIn([{ method, timestamp: 2 }]);
    expect(await readViewer()).toMatchObject({ viewer: { openedMailAt: null } });
  },
);

test('a signed-out visitor is redirected to sign-in and back; an action returns the error', async () => {
  found = { status: 'signed-out' };
  expect(await readViewer()).toEqual({ signedIn: false, reason: 'signed-out' });
  await expect(requireViewer('/wallets?a=1&b=2')).rejects.toThrow(
    'to /sign-in?next=%2Fwallets%3Fa%3D1%26b%3D2',
  );
  expect(await actingViewer()).toEqual({ ok: false, code: 'auth.signed_out' });
});

test.each([
  ['here', { status: 'unavailable' }, {}],
  ['by the middleware', { status: 'signed-out' }, { 'x-session-unavailable': '1' }],
] as const)(
  'a session that could not be checked %s is not over, and gives no access',
  async (_, check, sent) => {
    found = check;
    headers = new Headers(sent);
    expect(await readViewer()).toEqual({ signedIn: false, reason: 'unavailable' });
    const refused = requireViewer('/wallets');
    await expect(refused).rejects.toBeInstanceOf(BackendUnavailable);
    await expect(refused).rejects.toMatchObject({ digest: 'session.unavailable' });
    expect(await actingViewer()).toEqual({ ok: false, code: 'backend.unavailable' });
  },
);

test("the middleware's mark of a kept session doesn't affect a valid one", async () => {
  signIn();
  headers = new Headers({ 'x-session-unavailable': '1' });
  expect(await readViewer()).toMatchObject({ signedIn: true });
});

test('the remaining time is in whole seconds and never negative', () => {
  jest.useFakeTimers({ now: 1_799_999_990_500 });
  expect(secondsUntilExpiry(viewer)).toBe(9);
  jest.setSystemTime(1_800_000_010_000);
  expect(secondsUntilExpiry(viewer)).toBe(0);
});

test("an account has the same short tag in every process, which doesn't contain its id", () => {
  const id = '00000000-0000-4000-8000-000000000000';
  expect(hashAccount(id)).toBe('BcZQgsFBZaLB');
  expect(hashAccount('00000000-0000-4000-8000-000000000001')).not.toBe(hashAccount(id));
});
