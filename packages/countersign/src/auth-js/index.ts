import type { Settings } from '../server/index.ts';
import { checkClient } from '../server/settings.ts';

export { CountersignError, readWalletsOf, type Wallet, type WalletsOfSubject } from '../server/index.ts';

type Profile = { sub: string; name?: string; email?: string };

/**
 * A provider for `NextAuth({ providers: [Countersign()] })` of Auth.js. Register `<your app>/api/auth/callback/countersign` as its
 * redirect address.
 *
 * A person's `sub` is `account.providerAccountId`, which Auth.js shows once, in the callback `jwt`. Keep it there under a name of its
 * own, and only if `account.provider` is `countersign`: `readWalletsOf(sub)` then has their wallets.
 * @param settings `issuer`, `clientId`, `clientSecret` and `scope`, as far as they aren't in the environment
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
    // The ID token says who someone is and when they signed in. Their name is in userinfo.
    idToken: false,
    authorization: { params: { scope } },
    // Only the browser that left may come back, with the answer to its own question.
    checks: ['pkce' as const, 'state' as const, 'nonce' as const],
    profile: ({ sub, name, email }: Profile) => ({ id: sub, name: name ?? null, email: email ?? null }),
  };
}
