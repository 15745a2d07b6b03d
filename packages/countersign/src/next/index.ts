import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import {
  type AppCookie,
  askFor,
  CountersignError,
  createCountersign as createForRequests,
  findMember,
  type Member,
  type Person,
  type Settings,
  type Wallet,
  type WalletRequirement,
  type WalletsAnswer,
} from '../server/index.ts';

export { CountersignError, type Member, type Person, type Settings, type Wallet, type WalletsAnswer };

export type PageRequirement = WalletRequirement & {
  /** The path of the page that asks: people come back to it from the site. Another origin is refused. */
  returnTo: string;
};

/**
 * Sign-in with a Countersign site for the App Router.
 * @param settings those that aren't in the environment; at first use, whichever is wrong is thrown as a CountersignError
 */
export function createCountersign(settings?: Settings) {
  const app = createForRequests(settings);

  /** @returns who is signed in to this app, from its own cookie alone; null if nobody is */
  async function currentPerson(): Promise<Person | null> {
    return app.readPerson(await cookieHeader());
  }

  /** Asks the site which wallets the person shares now. Refreshes tokens for it where a cookie can be set. */
  async function readWallets(): Promise<WalletsAnswer> {
    const header = await cookieHeader();
    const answer = await app.readWallets(header);
    if (answer.status !== 'expired' || !(await setCookie(await app.keepSession(header)))) return answer;
    const refreshed = await app.refreshWallets(header);
    await setCookie(refreshed.cookie);
    return refreshed.answer;
  }

  /**
   * For a page or an action that only people with a proven wallet may use. Everyone else is led to the site, where they
   * sign in, choose or prove a wallet, and come back.
   * @returns who it is, with the wallets that meet what is required
   * @throws CountersignError `site_unreachable` when the site doesn't answer: your `error.tsx` is shown
   */
  async function requireWallet({ returnTo, ...required }: PageRequirement): Promise<Member> {
    const answer = await readWallets();
    if (answer.status === 'unreachable')
      throw new CountersignError('site_unreachable', 'The site did not say which wallets this person has.');
    if (answer.status === 'expired') redirect(app.addressOf('refresh', { returnTo }));
    const member = findMember(answer, required);
    if (!member) redirect(app.addressOf('sign-in', { returnTo, ...askFor(required) }));
    return member;
  }

  const handle = (request: Request) => app.handle(request);
  return { GET: handle, POST: handle, currentPerson, readWallets, requireWallet };
}

/** With settings from the environment: `ISSUER`, `CLIENT_ID`, `CLIENT_SECRET` and `REDIRECT_URI`. */
export const { GET, POST, currentPerson, readWallets, requireWallet } = createCountersign();

/** Not the header: `cookies()` also has what an action has set before the page is drawn again. */
async function cookieHeader(): Promise<string> {
  return (await cookies())
    .getAll()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

/**
 * Next.js sets no cookie while it draws a page. A refresh token must not be used up then, since nothing could keep the next one.
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
