import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import {
  type AppCookie,
  CountersignError,
  createCountersign as createForRequests,
  findMember,
  findPerson,
  type Member,
  type Person,
  type PersonRequirement,
  type Settings,
  type Wallet,
  type WalletRequirement,
  type WalletsAnswer,
} from '../server/index.ts';

export {
  CountersignError,
  findPerson,
  type Member,
  type Person,
  type Settings,
  type Wallet,
  type WalletsAnswer,
};

export type PageRequirement = WalletRequirement & {
  /** The path of the calling page, to which people return from the site. Another origin is refused. */
  returnTo: string;
};

type ReturnTo = Pick<PageRequirement, 'returnTo'>;

/**
 * Sign-in with a Countersign site for the App Router.
 * @param settings omitted ones are read from the environment. The first use throws a CountersignError for an invalid one.
 */
export function createCountersign(settings?: Settings) {
  const app = createForRequests(settings);

  /** @returns the signed-in person, read only from the app's cookie; null if signed out */
  async function readPerson(): Promise<Person | null> {
    return app.readPerson(await cookieHeader());
  }

  /** Requests the person's shared wallets from the site. Refreshes an expired access token only where a cookie can be set. */
  async function readWallets(): Promise<WalletsAnswer> {
    const header = await cookieHeader();
    const answer = await app.readWallets(header);
    if (answer.status !== 'expired' || !(await setCookie(await app.keepSession(header)))) return answer;
    const refreshed = await app.refreshWallets(header);
    await setCookie(refreshed.cookie);
    return refreshed.answer;
  }

  /**
   * For pages and actions that require a proven wallet. Other people are redirected to the site, where they sign in, choose or
   * prove a wallet, and return.
   * @returns the person, with the wallets that meet the requirement
   * @throws CountersignError `unreachable` if the site doesn't respond: Next.js shows your `error.tsx`
   */
  async function requireWallet({ returnTo, ...required }: PageRequirement): Promise<Member> {
    const answer = await readWallets();
    if (answer.status === 'unreachable')
      throw new CountersignError('unreachable', "The site did not return this person's wallets.");
    if (answer.status === 'expired') redirect(app.refreshUrl({ returnTo }));
    const member = findMember(answer, required);
    if (!member) redirect(app.signInUrl({ ...required, wallet: required.wallet ?? 'any', returnTo }));
    return member;
  }

  /**
   * For pages and actions for signed-in people. Redirects other people to the site, also for a second factor (`acr`) or a newer
   * confirmation (`maxAge`). Doesn't ask the site.
   */
  async function requirePerson({ returnTo, ...required }: PersonRequirement & ReturnTo): Promise<Person> {
    const person = findPerson(await readPerson(), required);
    if (!person) redirect(app.signInUrl({ acrValues: required.acr, maxAge: required.maxAge, returnTo }));
    return person;
  }

  const handle = (request: Request) => app.handle(request);
  const { signInUrl } = app;
  return { GET: handle, POST: handle, readPerson, readWallets, requirePerson, requireWallet, signInUrl };
}

/** Reads its settings from `ISSUER`, `CLIENT_ID`, `CLIENT_SECRET` and `REDIRECT_URI`. */
export const { GET, POST, readPerson, readWallets, requirePerson, requireWallet, signInUrl } =
  createCountersign();

/** Uses `cookies()` and not the header, because it includes cookies that an action set before the page renders again. */
async function cookieHeader(): Promise<string> {
  return (await cookies())
    .getAll()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

/**
 * Next.js can't set cookies while it renders a page. Refreshing then would consume the refresh token and lose the next one.
 * @returns whether a cookie can be set
 */
async function setCookie(cookie: AppCookie | null): Promise<boolean> {
  const jar = await cookies();
  try {
    if (cookie) jar.set(cookie.name, cookie.value, cookie.options);
    return true;
  } catch {
    return false;
  }
}
