import 'server-only';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { cookies } from 'next/headers';
import { ownCookieName } from '../own-cookie-name.ts';
import { sessionCookieOptions } from '../supabase/cookies.ts';
import { keyedHash } from './keyed-hash.ts';

/** Names no account and gives no access: it only says, to this server, which mail this browser asked for. */
const cookieName = () => ownCookieName('asked-mail');
/** As long as a mailed code is good. */
const lifeInSeconds = 60 * 60;
/** 128 bits, far beyond guessing. */
const bytesOfEach = 16;

/** Call it when a mail with a code was asked for, and the limits on mails let it pass. */
export async function rememberAskedMail(account: string): Promise<void> {
  (await cookies()).set(cookieName(), markAskedMail(account), {
    ...sessionCookieOptions(),
    maxAge: lifeInSeconds,
  });
}

/** @returns the id of the mail that this browser asked for last, if it was for this account and within the hour. */
export async function readAskedMail(account: string): Promise<string | null> {
  return recogniseAskedMail((await cookies()).get(cookieName())?.value, account);
}

/** @param now milliseconds since 1970. */
export function markAskedMail(account: string, now = Date.now()): string {
  const id = randomBytes(bytesOfEach).toString('base64url');
  const endsAt = String(now + lifeInSeconds * 1000);
  return [id, endsAt, tagOf(id, endsAt, account)].join('.');
}

/** @param cookie `id.end.tag`, the tag a keyed hash of the others and the account. Anything else asked for nothing. */
export function recogniseAskedMail(
  cookie: string | undefined,
  account: string,
  now = Date.now(),
): string | null {
  const [id = '', endsAt = '', tag = '', ...more] = cookie?.split('.') ?? [];
  const [given, expected] = [Buffer.from(tag), Buffer.from(tagOf(id, endsAt, account))];
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number(endsAt) > now ? id : null;
}

function tagOf(id: string, endsAt: string, account: string): string {
  return keyedHash('asked mail', [id, endsAt, account.trim().toLowerCase()])
    .subarray(0, bytesOfEach)
    .toString('base64url');
}
