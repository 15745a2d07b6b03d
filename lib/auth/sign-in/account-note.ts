import 'server-only';
import { hashAccount } from '../../session/hash-account.ts';
import { ownCookie } from '../../supabase/own-cookie.ts';

/** What someone may not expect who has just entered a code: that it made an account, or that a sign-up found one. */
type AccountNote = 'new' | 'known';

/** Names the account as pages do, which gives no access to it. */
const cookie = ownCookie('account-note');
const lifeInSeconds = 2 * 60;

export function noteAccount(userId: string, note: AccountNote): Promise<void> {
  return cookie.write(`${note}.${hashAccount(userId)}`, lifeInSeconds);
}

/** Null for any other account than the one that was just entered in this browser. */
export async function readAccountNote(userId: string): Promise<AccountNote | null> {
  const value = await cookie.read();
  const notes: AccountNote[] = ['new', 'known'];
  return notes.find((note) => value === `${note}.${hashAccount(userId)}`) ?? null;
}
