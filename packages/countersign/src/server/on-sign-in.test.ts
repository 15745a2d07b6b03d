import { openProvider } from '../testing/fake-provider.ts';
import { person } from '../testing/visit.ts';

const signInUrl = 'https://app.example/auth/sign-in?returnTo=/members';

test('onSignIn runs with the person and the request before the cookie is set', async () => {
  const held = Promise.withResolvers<void>();
  const onSignIn = jest.fn(() => held.promise);
  const { signIn } = await openProvider({ onSignIn });
  let isSignedIn = false;
  const signing = signIn(signInUrl).then((response) => {
    isSignedIn = true;
    return response;
  });
  while (onSignIn.mock.calls.length === 0) await new Promise(setImmediate);
  expect(isSignedIn).toBe(false);
  expect(onSignIn).toHaveBeenCalledWith(expect.objectContaining({ sub: person.sub, name: person.name }), {
    request: expect.any(Request),
  });
  held.resolve();
  expect((await signing).headers.get('location')).toBe('https://app.example/members');
});

test('if onSignIn fails, the person is not signed in, the tokens are revoked, and the log has one line', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const onSignIn = () => Promise.reject(new RangeError('duplicate key\nFAKE LINE Bearer c2VjcmV0'));
  const { app, signIn, open, revoked } = await openProvider({ onSignIn, scope: 'openid offline_access' });
  const failed = await signIn(signInUrl);
  expect(failed.status).toBe(400);
  expect(await failed.text()).toContain('/auth/sign-in?returnTo=%2Fmembers"');
  expect(await app.readPerson(open('/', failed).headers.get('cookie'))).toBeNull();
  expect(failed.headers.getSetCookie()).toEqual([expect.stringMatching(/-sign-in-.*; Max-Age=0/)]);
  expect(revoked).toEqual(['refresh']);
  expect(logged.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^Sign-in failed: onSignIn threw RangeError "duplicate key\?FAKE LINE Bearer \?" "at [^\n"]*on-sign-in\.test[^\n"]*"$/,
      ),
    ],
  ]);
  logged.mockRestore();
  const { signIn: again } = await openProvider({ onSignIn, errorPath: '/failed' });
  const other = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect((await again(signInUrl)).headers.get('location')).toBe(
    'https://app.example/failed?error=sign_in_failed&returnTo=%2Fmembers',
  );
  other.mockRestore();
});
