import { CountersignError } from '../countersign-error.ts';
import { type Person, type Settings, type Wallet, writeSetCookie } from '../server/index.ts';
import { sealCookies } from '../server/sealed-cookies.ts';
import { checkSettings } from '../server/settings.ts';

export type { Person, Wallet };

/** A site for tests of an app. Its settings sign no browser in, and no other app opens its cookies. */
export type TestSite = {
  /** For `createCountersign`. `fetch` answers for the site, and passes requests to other hosts on. */
  settings: Settings & { fetch: typeof fetch };
  /** The same for `process.env`, for an app that reads its settings there. Then replace the global `fetch` too. */
  env: { ISSUER: string; CLIENT_ID: string; CLIENT_SECRET: string; REDIRECT_URI: string };
  /** What each person shares now. Change it at any time. */
  wallets: Wallet[];
  /** `ended`: people ended the app's access. `unreachable`: the site doesn't respond. */
  status: 'ready' | 'ended' | 'unreachable';
  /** The `Cookie` header of a signed-in person. */
  cookieHeader(person?: Partial<Person>): Promise<string>;
  /** A page request of a signed-in person. `init` has also the request's method and headers. */
  signedInRequest(path: string, init?: RequestInit & { person?: Partial<Person> }): Promise<Request>;
};

/**
 * @param given such as the app's `redirectUri`, `cookie` and `scope`
 * @throws CountersignError `settings` in production
 */
export function openTestSite(given: Settings = {}): TestSite {
  if (globalThis.process?.env?.NODE_ENV === 'production')
    throw new CountersignError('settings', 'countersign/testing is for tests, and NODE_ENV is production.');
  const realFetch = globalThis.fetch;
  const client = {
    // Domains below .test don't exist (RFC 6761), so no browser can sign in.
    issuer: 'https://countersign.test',
    clientId: 'app_test',
    // Random, so that an attacker can't seal cookies for an app with these settings.
    clientSecret: `cs_${crypto.randomUUID()}`,
    redirectUri: given.redirectUri ?? 'https://app.test/auth/callback',
  };

  async function fetchAtSite(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
    if (origin !== client.issuer) return realFetch(input, init);
    if (site.status === 'unreachable') throw new TypeError('fetch failed');
    const [, sub] = /^\/api\/v1\/accounts\/([^/]+)\/wallets$/.exec(pathname) ?? [];
    if (sub === undefined || site.status === 'ended')
      return Response.json({ error: { code: 'app.subject_unknown' } }, { status: 404 });
    // The API has the names of claims.
    const wallets = site.wallets.map(({ provenAt, ...claims }) => ({ ...claims, proven_at: provenAt }));
    return Response.json({ sub: decodeURIComponent(sub), wallets });
  }

  const settings = { ...given, ...client, fetch: fetchAtSite };
  const cookies = sealCookies(checkSettings(settings));

  async function cookieHeader(person: Partial<Person> = {}): Promise<string> {
    const authTime = Math.floor(Date.now() / 1000);
    const signedIn = { sub: 'test-person', name: null, email: null, acr: 'urn:countersign:1fa', authTime };
    const content = { person: { ...signedIn, ...person }, generation: crypto.randomUUID() };
    const cookie = await cookies.write('session', { ...content, idToken: null, tokens: null });
    return writeSetCookie(cookie).split(';')[0] ?? '';
  }

  const site: TestSite = {
    settings,
    env: {
      ISSUER: client.issuer,
      CLIENT_ID: client.clientId,
      CLIENT_SECRET: client.clientSecret,
      REDIRECT_URI: client.redirectUri,
    },
    wallets: [],
    status: 'ready',
    cookieHeader,
    async signedInRequest(path, { person, ...init } = {}) {
      const headers = new Headers({ 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' });
      headers.set('cookie', await cookieHeader(person));
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
      return new Request(new URL(path, client.redirectUri), { ...init, headers });
    },
  };
  return site;
}

/** A wallet to share, by default one on mainnet that was proven now. */
export function makeTestWallet(given: Partial<Wallet> = {}): Wallet {
  const { chain = 'solana:mainnet', address = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2' } = given;
  const cluster =
    chain === 'solana:devnet' ? 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1' : '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
  const account = `solana:${cluster}:${address}`;
  return { account, chain, address, provenAt: new Date().toISOString(), primary: true, ...given };
}
