import 'server-only';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { cookies } from 'next/headers';
import { ownCookieName } from '../own-cookie-name.ts';
import { sessionCookieOptions } from '../supabase/cookies.ts';
import { keyedHash } from './keyed-hash.ts';

/** Names no account and gives no access: it only says, to this server, which accounts this browser got in to before. */
const cookieName = () => ownCookieName('device');
/** Of about five accounts; more people rarely share a browser. The one who was here longest ago is forgotten. */
const mostNames = 10;
/** 128 bits, far beyond guessing. */
const bytesOfEach = 16;

/** @returns this browser's id when it got in to the account before, else null. */
export async function recallDevice(account: string): Promise<string | null> {
  return recogniseDevice((await cookies()).get(cookieName())?.value, account);
}

/**
 * Call it when someone is signed in, past the second factor where there is one, with every name the account is
 * tried by (its e-mail, its user id). Any sooner, a password alone would buy new guesses at the second factor each time.
 */
export async function rememberDevice(accounts: readonly string[]): Promise<void> {
  const store = await cookies();
  const remembered = accounts.reduce<string | undefined>(rememberAccount, store.get(cookieName())?.value);
  if (remembered !== undefined) store.set(cookieName(), remembered, sessionCookieOptions());
}

/** @param cookie `id.tag.tag…`, each tag a keyed hash of the id and an account. Anything else knows nobody. */
export function recogniseDevice(cookie: string | undefined, account: string): string | null {
  const [id = '', ...tags] = cookie?.split('.') ?? [];
  const expected = Buffer.from(tagOf(id, account));
  const isKnown = tags.slice(0, mostNames).some((tag) => {
    const given = Buffer.from(tag);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isKnown ? id : null;
}

/** @returns the cookie with the account in front. One with no account of ours in it is begun again. */
export function rememberAccount(cookie: string | undefined, account: string): string {
  const [id = '', ...tags] = cookie?.split('.') ?? [];
  const isOurs = /^[\w-]{22}$/.test(id) && tags.every((tag) => /^[\w-]{22}$/.test(tag));
  if (!isOurs) return rememberAccount(randomBytes(bytesOfEach).toString('base64url'), account);
  const tag = tagOf(id, account);
  return [id, tag, ...tags.filter((other) => other !== tag)].slice(0, 1 + mostNames).join('.');
}

function tagOf(id: string, account: string): string {
  return keyedHash('known browser', [id, account.trim().toLowerCase()])
    .subarray(0, bytesOfEach)
    .toString('base64url');
}
