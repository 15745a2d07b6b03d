import type { Settings } from '../server/index.ts';
import { checkClient } from '../server/settings.ts';

export { CountersignError, readWalletsOf, type Wallet, type WalletsOfSubject } from '../server/index.ts';

/**
 * A provider for `genericOAuth({ config: [countersign()] })` of Better Auth. Register
 * `<your app>/api/auth/callback/countersign` as its redirect address.
 *
 * A person's `sub` is the `accountId` of their account of this provider: `readWalletsOf(accountId)` has their wallets.
 * @param settings `issuer`, `clientId`, `clientSecret` and `scope`, as far as they aren't in the environment
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
    /** An account that was made with a wallet has no email, which Better Auth requires. Nobody can receive mail at `.invalid` (RFC 2606). */
    mapProfileToUser: ({ sub, name, email }: Record<string, unknown>) => ({
      name: typeof name === 'string' ? name : '',
      email: typeof email === 'string' ? email : `${sub}@wallets.invalid`,
      emailVerified: typeof email === 'string',
    }),
  };
}
