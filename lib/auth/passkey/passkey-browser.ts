import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { ownCookieName } from '../../own-cookie-name.ts';
import { sessionCookieOptions } from '../../supabase/cookies.ts';

/**
 * Random, so that a ticket is good in the browser that asked for it alone: nobody signs another browser in. Names nobody and
 * opens nothing. It stays, because two tabs that both began without it would each make one.
 */
const cookieName = () => ownCookieName('passkey-browser');
/** 128 bits, far beyond guessing. */
const bytesOfBrowser = 16;

/** @returns the hash of this browser's cookie, which is set where there is none. */
export async function knowPasskeyBrowser(): Promise<string> {
  const store = await cookies();
  const known = store.get(cookieName())?.value;
  const browser = known && isOurs(known) ? known : randomBytes(bytesOfBrowser).toString('base64url');
  // Nothing that another site begins carries it.
  store.set(cookieName(), browser, { ...sessionCookieOptions(), sameSite: 'strict' });
  return hashBrowser(browser);
}

/** @returns the hash of this browser's cookie, or null where no ticket can have been asked for. */
export async function readPasskeyBrowser(): Promise<string | null> {
  const known = (await cookies()).get(cookieName())?.value;
  return known && isOurs(known) ? hashBrowser(known) : null;
}

function isOurs(value: string): boolean {
  return /^[\w-]{22}$/.test(value);
}

function hashBrowser(browser: string): string {
  return createHash('sha256').update(`passkey browser ${browser}`).digest('base64url');
}
