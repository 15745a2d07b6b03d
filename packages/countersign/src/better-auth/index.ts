import type { Settings } from '../server/index.ts';
import { checkClient } from '../server/settings.ts';

export { CountersignError, readWalletsOf, type Wallet, type WalletsOfSubject } from '../server/index.ts';

/**
 * A Better Auth provider, for `genericOAuth({ config: [countersign()] })`. Register
 * `<your app>/api/auth/callback/countersign` as the redirect URI.
 *
 * The person's `sub` is the `accountId` of this provider's account. `readWalletsOf(accountId)` returns the wallets.
 * @param settings `issuer`, `clientId`, `clientSecret` and `scope`; omitted ones are read from the environment
 * @throws CountersignError `settings`
 */
export function countersign(settings: Settings = {}) {
  const { issuerName, clientId, clientSecret } = checkClient(settings);
  const { scope = 'openid profile email wallets' } = settings;
  return {
    providerId: 'countersign' as const,
    discoveryUrl: `${issuerName}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    clientId,
    clientSecret,
    scopes: scope.split(' '),
    pkce: true,
    /** Accounts created with a wallet have no email, which Better Auth requires. `.invalid` addresses receive none (RFC 2606). */
    mapProfileToUser: ({ sub, name, email }: Record<string, unknown>) => ({
      name: typeof name === 'string' ? name : '',
      email: typeof email === 'string' ? email : `${sub}@wallets.invalid`,
      emailVerified: typeof email === 'string',
    }),
  };
}
