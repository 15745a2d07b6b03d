import 'server-only';
import { randomBytes } from 'node:crypto';
import { ownCookie } from '../http/own-cookie.ts';
import { isSameTag, keyedTag } from './keyed-hash.ts';

/** Contains no account and grants no access: it only tells this server which email this browser requested. */
const cookie = ownCookie('asked-mail');
const lifeInSeconds = 60 * 60;

/** Call it when the user requested an email with a code and the limits on emails let it pass. */
export function rememberRequestedEmail(account: string): Promise<void> {
  return cookie.write(makeRequestedEmail(account), lifeInSeconds);
}

/** @returns the ID of the email that this browser requested last, if it was for this account and within the hour. */
export async function recallRequestedEmail(account: string): Promise<string | null> {
  return recognizeRequestedEmail(await cookie.read(), account);
}

/** @param now milliseconds since 1970. */
export function makeRequestedEmail(account: string, now = Date.now()): string {
  const id = randomBytes(16).toString('base64url');
  const endsAt = String(now + lifeInSeconds * 1000);
  return [id, endsAt, tagOf(id, endsAt, account)].join('.');
}

/** @param value `id.end.tag`, where the tag is a keyed hash of ID, end and account. Anything else returns null. */
export function recognizeRequestedEmail(
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
