import { error, redirect } from '@sveltejs/kit';
import { askFor, createCountersign, findMember } from 'countersign/server';

/** Reads its settings from the environment. */
export const countersign = createCountersign();

/**
 * For server `load` functions and actions: redirects users without such a wallet to the site.
 * @param required requirements of the wallet: `wallet`, `chain`, `maxAge`
 */
export async function requireWallet({ request, cookies, url, setHeaders }, required = {}) {
  const { answer, cookie } = await countersign.refreshWallets(request.headers.get('cookie'));
  if (cookie) cookies.set(cookie.name, cookie.value, cookie.options);
  if (answer.status === 'unreachable') error(503, 'We can’t say right now whether you may come in.');
  const member = findMember(answer, required);
  if (!member)
    redirect(
      303,
      countersign.addressOf('sign-in', { returnTo: url.pathname + url.search, ...askFor(required) }),
    );
  setHeaders({ 'cache-control': 'private, no-store' });
  return member;
}
