import { callbacks } from './index.ts';

test("a session has the sub of a Countersign account, and never another provider's id", () => {
  const sessionOf = (provider: string) =>
    callbacks.session({
      session: { expires: 'later' },
      token: callbacks.jwt({ token: {}, account: { provider, providerAccountId: 'one' } }),
    });
  expect(sessionOf('countersign')).toEqual({ expires: 'later', countersignSub: 'one' });
  expect(sessionOf('github').countersignSub).toBeUndefined();
});
