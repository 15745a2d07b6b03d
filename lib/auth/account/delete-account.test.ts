import { connectClient } from 'local-supabase/testing';
import {
  accepted,
  callAsServer,
  type Person,
  proveNewWallet,
  signUpPerson,
} from '../../../supabase/testing/person';
import { siteOnBackend } from '../../testing/point-site-at';

/** Part of the paths that can't be reached. */
let away: string | null = null;
const mockSignOut = jest.fn(async (_scope: string) => ({ ended: true }));
jest.mock('../../supabase/fetch-backend', () => ({
  fetchBackend: (...call: Parameters<typeof fetch>) =>
    away && String(call[0]).includes(away) ? Promise.reject(new TypeError('fetch failed')) : fetch(...call),
  oneTry: {
    global: {
      fetch: (...call: Parameters<typeof fetch>) =>
        away && String(call[0]).includes(away)
          ? Promise.reject(new TypeError('fetch failed'))
          : fetch(...call),
    },
    db: { retry: false },
  },
}));
jest.mock('../../session/sign-out', () => ({ signOut: (scope: string) => mockSignOut(scope) }));

const backend = siteOnBackend();
let leaving: typeof import('./delete-account');
let closures: typeof import('./pending-deletions');
beforeAll(async () => {
  leaving = await import('./delete-account');
  closures = await import('./pending-deletions');
});
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  mockSignOut.mockClear();
});
afterEach(() => {
  away = null;
  jest.restoreAllMocks();
});

const viewerOf = ({ bound, email }: Person) => ({
  id: bound.p_user_id,
  sessionId: bound.p_session_id,
  email,
  aal: 'aal1' as const,
  openedMailAt: null,
  sessionExpiresAt: 0,
});
const codeOf = async ({ bound }: Person) =>
  accepted(await callAsServer<{ code: string }[]>(backend, 'ensure_account', bound))[0]?.code ?? '';
async function existsInAuth({ bound }: Person): Promise<boolean> {
  const admin = connectClient(backend, backend.secretKey).auth.admin;
  return (await admin.getUserById(bound.p_user_id)).data.user !== null;
}
const lastNotices = async (email: string) =>
  accepted(await callAsServer<{ kind: string; details: { to?: string } }[]>(backend, 'test_read_notices'))
    .filter(({ details }) => details.to === email)
    .map(({ kind }) => kind);

test.each([
  ['its email, in capitals', async (ann: Person) => ann.email.toUpperCase()],
  [
    'its code, without the hyphen',
    async (ann: Person) => (await codeOf(ann)).replace('-', ' ').toLowerCase(),
  ],
])('is confirmed by %s, deletes the user and signs this browser out', async (_how, type) => {
  const ann = await signUpPerson(backend);
  const confirmation = await type(ann);
  const deleted = await leaving.deleteAccount({ viewer: viewerOf(ann), confirmation });
  expect(deleted).toEqual({ ok: true, finished: true });
  expect(await existsInAuth(ann)).toBe(false);
  expect(mockSignOut).toHaveBeenCalledWith('local');
  expect(await lastNotices(ann.email)).toEqual(['account_deleted']);
});

test('any other text deletes nothing', async () => {
  const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
  for (const confirmation of ['yes', 'delete', bob.email, await codeOf(bob), '-', `${ann.email}x`]) {
    const refused = await leaving.deleteAccount({ viewer: viewerOf(ann), confirmation });
    expect([confirmation, refused]).toMatchObject([
      confirmation,
      { ok: false, code: 'account.confirmation_wrong' },
    ]);
  }
  // Nor does an empty text for an account without an email.
  const wallet = { ...viewerOf(ann), email: '' };
  expect((await leaving.deleteAccount({ viewer: wallet, confirmation: ' ' })).ok).toBe(false);
  expect(await existsInAuth(ann)).toBe(true);
  expect(mockSignOut).not.toHaveBeenCalled();
});

test("while Auth is down, this site's data is deleted at once, and Auth's user later, with one notice", async () => {
  const ann = await signUpPerson(backend);
  await proveNewWallet(backend, ann);
  away = '/auth/v1/';
  const deleted = await leaving.deleteAccount({ viewer: viewerOf(ann), confirmation: ann.email });
  expect(deleted).toEqual({ ok: true, finished: false });
  // An error or no rows: the planner decides whether Postgres checks the session before it looks for rows.
  expect((await ann.client.from('wallets').select()).data ?? []).toEqual([]);
  expect(mockSignOut).toHaveBeenCalledWith('local');

  // Auth is still down: the deletion stays pending, without a notice.
  await callAsServer(backend, 'test_make_deletions_due');
  await closures.finishPendingDeletions();
  expect([await existsInAuth(ann), await lastNotices(ann.email)]).toEqual([true, []]);

  away = null;
  await callAsServer(backend, 'test_make_deletions_due');
  await Promise.all([closures.finishPendingDeletions(), closures.finishPendingDeletions()]);
  expect([await existsInAuth(ann), await lastNotices(ann.email)]).toEqual([false, ['account_deleted']]);
});

test('a deletion whose answer by Auth was lost is finished later', async () => {
  const ann = await signUpPerson(backend);
  away = '/rpc/finish_deletion';
  const deleted = await leaving.deleteAccount({ viewer: viewerOf(ann), confirmation: ann.email });
  expect([deleted, await existsInAuth(ann)]).toEqual([{ ok: true, finished: false }, false]);
  away = null;
  expect(await closures.finishPendingDeletion(ann.bound.p_user_id)).toBe(true);
  expect(await lastNotices(ann.email)).toEqual(['account_deleted']);
});

test('while the database is down, nothing is deleted and the answer says so', async () => {
  const ann = await signUpPerson(backend);
  away = '/rpc/delete_account';
  const refused = await leaving.deleteAccount({ viewer: viewerOf(ann), confirmation: ann.email });
  expect(refused).toEqual({ ok: false, code: 'backend.unavailable' });
  expect([await existsInAuth(ann), mockSignOut.mock.calls]).toEqual([true, []]);
});
