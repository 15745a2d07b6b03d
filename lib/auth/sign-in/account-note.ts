import 'server-only';
import { ownCookie } from '../../http/own-cookie.ts';
import { hashAccount } from '../../session/viewer.ts';

/** `new`: a code or link has just confirmed the account. `known`: a sign-up by password found an account of its email. */
type AccountNote = 'new' | 'known';

/** Contains the account's hash, which gives no access to it. */
const cookie = ownCookie('account-note');
const lifeInSeconds = 2 * 60;

export function noteAccount(userId: string, note: AccountNote): Promise<void> {
  return cookie.write(`${note}.${hashAccount(userId)}`, lifeInSeconds);
}

/** @returns null unless this browser used a code or link of this account within the last two minutes. */
export async function readAccountNote(userId: string): Promise<AccountNote | null> {
  const [note, account] = (await cookie.read())?.split('.') ?? [];
  const isNote = note === 'new' || note === 'known';
  return isNote && account === hashAccount(userId) ? note : null;
}
