const mockViewer = {
  id: '8f1f6b1e-57a4-4f0c-9d3c-0d5f3c7a1b11',
  sessionId: '8f1f6b1e-57a4-4f0c-9d3c-0d5f3c7a1b12',
  openedMailAt: Math.floor(Date.now() / 1000) - 30 * 60,
};
const mockSetPassword = jest.fn(async () => ({ ok: true }));
let mockPresence: { ok: boolean; code?: string };

jest.mock('../../session/viewer', () => ({
  actingViewer: async () => ({ ok: true, viewer: mockViewer }),
  readViewer: async () => ({ signedIn: true, viewer: mockViewer }),
}));
jest.mock('../account/set-password', () => ({ setPassword: () => mockSetPassword() }));
jest.mock('./sign-in-cookies', () => ({}));
jest.mock('../../mail/limit-mail', () => ({}));
jest.mock('../../supabase/server', () => ({}));
jest.mock('../../supabase/call-function', () => ({
  callFunction: async (name: string) =>
    name === 'require_recent_auth' ? mockPresence : { ok: true, rows: false },
}));

import { chooseNewPassword } from './reset-password';

test("a session opened by an email half an hour ago can't set a password", async () => {
  mockPresence = { ok: false, code: 'auth.recent_auth_required' };
  expect(await chooseNewPassword('correct horse battery')).toEqual(mockPresence);
  expect(mockSetPassword).not.toHaveBeenCalled();

  mockPresence = { ok: true };
  expect(await chooseNewPassword('correct horse battery')).toEqual({ ok: true });
  expect(mockSetPassword).toHaveBeenCalledTimes(1);
});
