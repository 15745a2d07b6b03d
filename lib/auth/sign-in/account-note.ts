import 'server-only';
import { hashAccount } from '../../session/hash-account.ts';
import { ownCookie } from '../../supabase/own-cookie.ts';

/** `new`: the code has just made the account. `known`: a sign-up with a password found the account. */
type AccountNote = 'new' | 'known';

/** Names the account as pages do, which gives no access to it. */
const cookie = ownCookie('account-note');
const lifeInSeconds = 2 * 60;

export function noteAccount(userId: string, note: AccountNote): Promise<void> {
  return cookie.write(`${note}.${hashAccount(userId)}`, lifeInSeconds);
}

/** @returns null unless this browser entered a code of this account within two minutes. */
export async function readAccountNote(userId: string): Promise<AccountNote | null> {
  const [note, account] = (await cookie.read())?.split('.') ?? [];
  const isNote = note === 'new' || note === 'known';
  return isNote && account === hashAccount(userId) ? note : null;
}
