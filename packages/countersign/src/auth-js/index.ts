import type { Settings } from '../server/index.ts';
import { checkClient } from '../server/settings.ts';

export { CountersignError, readWalletsOf, type Wallet, type WalletsOfSubject } from '../server/index.ts';

type Profile = { sub: string; name?: string; email?: string };

/**
 * An Auth.js provider, for `NextAuth(() => ({ providers: [Countersign()], callbacks }))`: a build has no settings. Register
 * `<your app>/api/auth/callback/countersign` as the redirect URI.
 * @param settings `issuer`, `clientId`, `clientSecret` and `scope`; omitted ones are read from the environment
 * @throws CountersignError `settings`
 */
export function Countersign(settings: Settings = {}) {
  const { issuerName, clientId, clientSecret } = checkClient(settings);
  const { scope = 'openid profile wallets' } = settings;
  return {
    id: 'countersign' as const,
    name: 'Countersign',
    type: 'oidc' as const,
    issuer: issuerName,
    clientId,
    clientSecret,
    // The ID token has only the subject and the time of sign-in; the name is in userinfo.
    idToken: false,
    authorization: { params: { scope } },
    // Bind the callback to the browser and request that began the sign-in.
    checks: ['pkce' as const, 'state' as const, 'nonce' as const],
    profile: ({ sub, name, email }: Profile) => ({ id: sub, name: name ?? null, email: email ?? null }),
  };
}

type Session = {
  expires: string;
  user?: { name?: string | null; email?: string | null; image?: string | null };
};
type Account = { provider: string; providerAccountId: string };

/**
 * Keep the person's `sub` as `session.countersignSub`, for `readWalletsOf`. Auth.js passes it once, at the sign-in. Another
 * provider's ids are no `sub` of Countersign. With an adapter, Auth.js passes no token, but its rows of session and user, which pages
 * must not get: read `providerAccountId` from the adapter there.
 */
export const callbacks = {
  jwt: <Token extends object>({ token, account }: { token: Token; account?: Account | null }) =>
    account?.provider === 'countersign' ? { ...token, countersignSub: account.providerAccountId } : token,
  session: ({
    session: { expires, user },
    token,
  }: {
    session: Session;
    token?: Record<string, unknown>;
  }) => ({
    expires,
    user: { name: user?.name, email: user?.email, image: user?.image },
    countersignSub: token?.countersignSub as string | undefined,
  }),
};
