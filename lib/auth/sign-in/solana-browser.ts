import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { ownCookieName } from '../../own-cookie-name.ts';
import { sessionCookieOptions } from '../../supabase/cookies.ts';

/** Random, so that a statement belongs to the browser that asked for it. Names nobody and opens nothing. */
const cookieName = () => ownCookieName('wallet-sign-in');
/** 128 bits, far beyond guessing. */
const bytesOfBrowser = 16;
/** Longer than any statement lives, so that it can still be told to have expired. */
const lifeInSeconds = 60 * 60;

/** @returns the hash of this browser's cookie, which is set where there is none. */
export async function knowWalletBrowser(): Promise<string> {
  const store = await cookies();
  const known = store.get(cookieName())?.value;
  const browser = known && isOurs(known) ? known : randomBytes(bytesOfBrowser).toString('base64url');
  store.set(cookieName(), browser, { ...sessionCookieOptions(), maxAge: lifeInSeconds });
  return hashBrowser(browser);
}

/** @returns the hash of this browser's cookie, or null where no statement can have been asked for. */
export async function readWalletBrowser(): Promise<string | null> {
  const known = (await cookies()).get(cookieName())?.value;
  return known && isOurs(known) ? hashBrowser(known) : null;
}

function isOurs(value: string): boolean {
  return /^[\w-]{22}$/.test(value);
}

function hashBrowser(browser: string): string {
  return createHash('sha256').update(browser).digest('hex');
}
