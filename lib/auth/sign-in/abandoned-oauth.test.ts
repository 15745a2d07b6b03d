import { finishOAuth } from './sign-in-with-provider';

const mockSettle = jest.fn();
let mockPurpose: 'add' | 'sign-in' = 'add';
jest.mock('../account/known-methods.ts', () => ({
  settleKnownMethod: (...settled: unknown[]) => mockSettle(...settled),
}));
jest.mock('../../session/viewer.ts', () => ({
  readViewer: async () => ({ signedIn: true, viewer: { id: 'ann' } }),
}));
jest.mock('./finish-sign-in.ts', () => ({}));
jest.mock('../../session/sign-out.ts', () => ({}));
jest.mock('../../activity/activity.ts', () => ({}));
jest.mock('../../supabase/call-auth.ts', () => ({
  callAuth: async () => ({ ok: false, code: 'provider.refused' }),
}));
jest.mock('../../http/own-cookie.ts', () => ({
  stepCookie: () => ({
    read: async () => ({ provider: 'github', purpose: mockPurpose, verifier: 'verifier' }),
    clear: async () => undefined,
  }),
}));
beforeEach(() => mockSettle.mockReset());

// Otherwise a provider that an attacker links at Auth would count as the one begun here.
test.each([
  ['is cancelled there', { error: 'access_denied' }],
  ['is refused by Auth', { code: 'code' }],
])('a provider whose addition %s is no longer announced', async (_how, answer) => {
  mockPurpose = 'add';
  expect(await finishOAuth(answer)).toMatchObject({ ok: false, backTo: '/account' });
  expect(mockSettle.mock.calls).toEqual([['ann', 'identity']]);
});

test('signing in with a provider neither announces a change nor ends an announced one', async () => {
  mockPurpose = 'sign-in';
  expect(await finishOAuth({ error: 'access_denied' })).toMatchObject({ ok: false });
  expect(mockSettle).not.toHaveBeenCalled();
});
