import { callbacks } from './index.ts';

test("a session has the sub of a Countersign account, and never another provider's id", () => {
  const sessionOf = (provider: string) =>
    callbacks.session({
      session: { expires: 'later' },
      token: callbacks.jwt({ token: {}, account: { provider, providerAccountId: 'one' } }),
    });
  expect(sessionOf('countersign')).toEqual({ expires: 'later', user: {}, countersignSub: 'one' });
  expect(sessionOf('github').countersignSub).toBeUndefined();
});

test('a page gets no session token or other column from the adapter of an Auth.js app', () => {
  const rows = { expires: 'later', sessionToken: 'secret', user: { name: 'Ada', passwordHash: 'secret' } };
  expect(callbacks.session({ session: rows })).toEqual({ expires: 'later', user: { name: 'Ada' } });
});
