import { error, type RequestEvent, redirect } from '@sveltejs/kit';
import { createCountersign, findMember, type WalletRequirement } from 'countersign/server';

/** Reads its settings from the environment. */
export const countersign = createCountersign();

/** For server `load` functions and actions: redirects users without such a wallet to the site. */
export async function requireWallet(
  { request, cookies, url, setHeaders }: RequestEvent,
  required: WalletRequirement = {},
) {
  const { answer, cookie } = await countersign.refreshWallets(request.headers.get('cookie'));
  if (cookie) cookies.set(cookie.name, cookie.value, cookie.options);
  if (answer.status === 'unreachable') error(503, 'We can’t say right now whether you may come in.');
  const member = findMember(answer, required);
  if (!member)
    redirect(
      303,
      countersign.signInUrl({
        ...required,
        wallet: required.wallet ?? 'any',
        returnTo: url.pathname + url.search,
      }),
    );
  setHeaders({ 'cache-control': 'private, no-store' });
  return member;
}
