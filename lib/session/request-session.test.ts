import { type AuthServer, pointAtAuthServer } from '../testing/auth-server';
import { switchToSession } from '../testing/wallet-visitor';
import { readSessionCookie } from './cookies';
import { createSupabase } from './request-session';

let auth: AuthServer;

beforeAll(async () => {
  auth = await pointAtAuthServer();
});
afterAll(() => auth.stop());

test.each([
  ['in the last seconds of a token, it happens at once, and the cookie keeps its expiry', 30, 200],
  ['with an expired token, Auth is asked once, and the session is kept', -1, 403],
])('a change at Auth: %s', async (_, secondsLeft, status) => {
  const expiresAt = Math.floor(Date.now() / 1000) + secondsLeft;
  const user = {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: {},
    created_at: '',
  };
  const session = {
    access_token: await auth.signToken({ exp: expiresAt }),
    ...{
      refresh_token: 'only-once',
      token_type: 'bearer' as const,
      expires_in: 3600,
      expires_at: expiresAt,
      user,
    },
  };
  const browser = switchToSession(session);
  const body = status === 200 ? { ...user, email: 'new@example.com' } : { code: 'bad_jwt', message: '' };
  auth.answers.user = () => ({ status, body });
  auth.calls.length = 0;
  const supabase = await createSupabase();
  const { error } = await supabase.auth.updateUser({ email: 'new@example.com' });
  expect(error?.status).toBe(status === 200 ? undefined : status);
  expect(auth.calls).toEqual(['PUT /auth/v1/user']);
  const kept = await readSessionCookie([...browser].map(([name, value]) => ({ name, value })));
  expect(kept).toMatchObject({ access_token: session.access_token, expires_at: expiresAt });
});
