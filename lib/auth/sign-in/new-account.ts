import 'server-only';
import { hashAccount } from '../../session/hash-account.ts';
import { ownCookie } from '../../supabase/own-cookie.ts';

/** Names an account as pages do, which gives no access to it. */
const cookie = ownCookie('new-account');
const lifeInSeconds = 2 * 60;

export function rememberNewAccount(userId: string): Promise<void> {
  return cookie.write(hashAccount(userId), lifeInSeconds);
}

/** Whether this browser's code made this account a moment ago. */
export async function isNewAccount(userId: string): Promise<boolean> {
  return (await cookie.read()) === hashAccount(userId);
}
