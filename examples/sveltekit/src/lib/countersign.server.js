import { error, redirect } from '@sveltejs/kit';
import { askFor, createCountersign, findMember } from 'countersign/server';

/** Its settings are in the environment. */
export const countersign = createCountersign();

/**
 * For a `load` of the server, or an action: leads to the site who has no such wallet.
 * @param required what the wallet has to be: `wallet`, `chain`, `maxAge`
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
