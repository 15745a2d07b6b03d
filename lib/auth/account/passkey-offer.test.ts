import { fail } from '../../result';
import { peekPasskeys } from '../../session/offered-passkeys';
import { checkSession } from '../../session/session';
import { callAsViewer } from '../../supabase/call-as-viewer';
import { claimPasskeyOffer } from './passkeys';

const cookies = new Map<string, string>();
jest.mock('next/headers', () => ({
  cookies: async () => ({ has: (name: string) => cookies.has(name), getAll: () => [] }),
}));
jest.mock('../../session/session', () => ({ checkSession: jest.fn() }));
jest.mock('../../session/viewer', () => ({}));
jest.mock('../../http/cookie-options', () => ({ ownCookieName: (name: string) => name }));
jest.mock('../../session/offered-passkeys', () => ({ peekPasskeys: jest.fn() }));
jest.mock('../../supabase/call-as-viewer', () => ({ callAsViewer: jest.fn() }));

const database = jest.mocked(callAsViewer);
const now = () => Math.floor(Date.now() / 1000);

/** Starts a new session with these methods, each so many seconds ago. */
function signedIn(...began: [method: string, secondsAgo: number][]): void {
  const amr = began.map(([method, secondsAgo]) => ({ method, timestamp: now() - secondsAgo }));
  const claims = { sub: 'ada', session_id: crypto.randomUUID(), aal: 'aal1', amr };
  jest.mocked(checkSession).mockResolvedValue({ status: 'signed-in', claims } as never);
}

beforeEach(() => {
  cookies.clear();
  cookies.set('has-platform-authenticator', '1');
  database.mockReset().mockResolvedValue({ ok: true, rows: true } as never);
  jest.mocked(peekPasskeys).mockResolvedValue({ isOffered: true, rpId: 'example.com' });
});

test.each(['password', 'otp', 'magiclink'])(
  'after %s on a device with a platform authenticator, a passkey is offered',
  async (method) => {
    signedIn([method, 5]);
    expect(await claimPasskeyOffer()).toBe(true);
  },
);

test("a second factor doesn't hide the first one", async () => {
  signedIn(['totp', 5], ['password', 60]);
  expect(await claimPasskeyOffer()).toBe(true);
});

describe('the offer is not used up', () => {
  afterEach(() => expect(database).not.toHaveBeenCalled());

  test('by a browser without a platform authenticator', async () => {
    cookies.clear();
    signedIn(['password', 5]);
    expect(await claimPasskeyOffer()).toBe(false);
  });

  test.each(['passkey', 'oauth', 'web3'])('by a sign-in with %s, which is as fast', async (method) => {
    signedIn([method, 5]);
    expect(await claimPasskeyOffer()).toBe(false);
  });

  test('by a sign-in too old to add a passkey without step-up', async () => {
    signedIn(['password', 10 * 60]);
    expect(await claimPasskeyOffer()).toBe(false);
  });

  test('while passkeys are off', async () => {
    jest.mocked(peekPasskeys).mockResolvedValue({ isOffered: false });
    signedIn(['password', 5]);
    expect(await claimPasskeyOffer()).toBe(false);
  });

  test('by an ended session', async () => {
    jest.mocked(checkSession).mockResolvedValue({ status: 'signed-out' });
    expect(await claimPasskeyOffer()).toBe(false);
  });
});

test('the database decides, once for each sign-in', async () => {
  database.mockResolvedValue({ ok: true, rows: false } as never);
  signedIn(['password', 5]);
  expect(await claimPasskeyOffer()).toBe(false);
  expect(await claimPasskeyOffer()).toBe(false);
  expect(database.mock.calls).toEqual([[expect.objectContaining({ id: 'ada' }), 'claim_passkey_offer']]);
});

test.each([
  ['is away', async () => fail('backend.unavailable')],
  ['fails', async () => Promise.reject(new Error('57014'))],
])("a database that %s doesn't block the page", async (_, answer) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  database.mockImplementation(answer as never);
  signedIn(['password', 5]);
  expect(await claimPasskeyOffer()).toBe(false);
});
