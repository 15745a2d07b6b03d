import type { Settings } from '../server/index.ts';
import { checkClient } from '../server/settings.ts';

export { CountersignError, readWalletsOf, type Wallet, type WalletsOfSubject } from '../server/index.ts';

type Profile = { sub: string; name?: string; email?: string };

/**
 * An Auth.js provider, for `NextAuth({ providers: [Countersign()] })`. Register `<your app>/api/auth/callback/countersign` as
 * the redirect URI.
 *
 * The user's `sub` is `account.providerAccountId`, which Auth.js passes once, to the callback `jwt`. Store it in the token
 * under a name of your own, and only if `account.provider` is `countersign`. Then `readWalletsOf(sub)` returns the wallets.
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
