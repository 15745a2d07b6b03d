import { sealCookies } from '../server/sealed-cookies.ts';
import { checkSettings } from '../server/settings.ts';
import type { Wallet } from '../server/wallets.ts';

export const settings = {
  issuer: 'https://countersign.example',
  clientId: 'app_1b25f91ffb6faefee6a428ee',
  clientSecret: 'cs_1',
  redirectUri: 'https://app.example/auth/callback',
};

export const person = {
  sub: 'one',
  name: 'Ada',
  email: null,
  acr: 'urn:countersign:1fa',
  authTime: 1_795_165_260,
};

export const address = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
export const wallet: Wallet = {
  account: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${address}`,
  chain: 'solana:mainnet',
  address,
  provenAt: new Date(Date.now() - 3_600_000).toISOString(),
  primary: true,
};

/** The site's response about wallets, with the package's names. */
export type SiteBody = { sub?: string; wallets?: readonly Wallet[]; error?: unknown };

/**
 * A browser with a session of the app, and the site's response about its wallets. For tests of the app's part; the site is tested
 * in lib/oidc/package-for-apps.test.ts.
 */
export async function openVisit(status: number, body: SiteBody, { endsIn = 600_000 } = {}) {
  const session = {
    person,
    generation: 'one',
    idToken: 'id',
    tokens: { accessToken: 'access', refreshToken: 'refresh', accessTokenEndsAt: Date.now() + endsIn },
  };
  const { name, value } = await sealCookies(checkSettings(settings)).write('session', session);
  const asked: string[] = [];
  return {
    asked,
    cookieHeader: `${name}=${value}`,
    settings: {
      ...settings,
      fetch: async (input: RequestInfo | URL) => {
        asked.push(String(input));
        // The site's claims have names with underscores.
        const wallets = body.wallets?.map(({ provenAt, ...claims }) => ({ ...claims, proven_at: provenAt }));
        return Response.json({ ...body, wallets }, { status });
      },
    },
  };
}
