import 'server-only';
import { randomBytes } from 'node:crypto';
import { ownCookie } from '../supabase/own-cookie.ts';
import { isSameTag, keyedTag } from './keyed-hash.ts';

/** Names no account and gives no access: it only says, to this server, which mail this browser asked for. */
const cookie = ownCookie('asked-mail');
const lifeInSeconds = 60 * 60;

/** Call it when a mail with a code was asked for, and the limits on mails let it pass. */
export function rememberAskedMail(account: string): Promise<void> {
  return cookie.write(markAskedMail(account), lifeInSeconds);
}

/** @returns the id of the mail that this browser asked for last, if it was for this account and within the hour. */
export async function readAskedMail(account: string): Promise<string | null> {
  return recogniseAskedMail(await cookie.read(), account);
}

/** @param now milliseconds since 1970. */
export function markAskedMail(account: string, now = Date.now()): string {
  // 128 bits, far beyond guessing.
  const id = randomBytes(16).toString('base64url');
  const endsAt = String(now + lifeInSeconds * 1000);
  return [id, endsAt, tagOf(id, endsAt, account)].join('.');
}

/** @param value `id.end.tag`, the tag a keyed hash of the others and the account. Anything else asked for nothing. */
export function recogniseAskedMail(
  value: string | undefined,
  account: string,
  now = Date.now(),
): string | null {
  const [id = '', endsAt = '', tag = '', ...more] = value?.split('.') ?? [];
  if (more.length > 0 || !isSameTag(tag, tagOf(id, endsAt, account))) return null;
  return Number(endsAt) > now ? id : null;
}

function tagOf(id: string, endsAt: string, account: string): string {
  return keyedTag('asked mail', [id, endsAt, account.trim().toLowerCase()]);
}
