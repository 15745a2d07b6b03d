import { finishOAuth } from './finish-oauth';

const mockSettle = jest.fn();
let mockPurpose: 'add' | 'sign-in' = 'add';
jest.mock('../account/known-methods.ts', () => ({
  settleKnownMethod: (...settled: unknown[]) => mockSettle(...settled),
}));
jest.mock('../../session/viewer.ts', () => ({
  readViewer: async () => ({ signedIn: true, viewer: { id: 'ann' } }),
}));
jest.mock('./finish-sign-in.ts', () => ({}));
jest.mock('../../session/revoke-session.ts', () => ({}));
jest.mock('../../activity/record-event.ts', () => ({}));
jest.mock('../../supabase/ask-auth.ts', () => ({
  askAuth: async () => ({ ok: false, code: 'provider.refused' }),
}));
jest.mock('./oauth-state.ts', () => ({
  takeOAuthState: async () => ({
    provider: 'github',
    purpose: mockPurpose,
    verifier: 'verifier',
    next: undefined,
  }),
}));
beforeEach(() => mockSettle.mockReset());

// Or one that a thief links at Auth meanwhile would pass for the one that was begun here.
test.each([
  ['is cancelled there', { error: 'access_denied' }],
  ['is refused by Auth', { code: 'code' }],
])('a provider whose adding %s is expected no longer', async (_how, answer) => {
  mockPurpose = 'add';
  expect(await finishOAuth(answer)).toMatchObject({ ok: false, backTo: '/account' });
  expect(mockSettle.mock.calls).toEqual([['ann', 'identity']]);
});

test('signing in with a provider expects nothing, and ends nothing that is expected', async () => {
  mockPurpose = 'sign-in';
  expect(await finishOAuth({ error: 'access_denied' })).toMatchObject({ ok: false });
  expect(mockSettle).not.toHaveBeenCalled();
});
