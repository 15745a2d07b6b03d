import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { ownCookieName } from '../../own-cookie-name.ts';
import { sessionCookieOptions } from '../../supabase/cookies.ts';

/** A way in that this browser is offered first next time. */
const LastWay = z.enum(['password', 'code', 'wallet', 'github', 'google']);
export type LastWay = z.infer<typeof LastWay>;

/** Holds the method and nothing else: no address, no account. */
const cookieName = () => ownCookieName('last-way-in');

export async function rememberLastWay(way: LastWay): Promise<void> {
  (await cookies()).set(cookieName(), way, sessionCookieOptions());
}

/** @returns `password` in a browser that nobody has signed in with yet. */
export async function readLastWay(): Promise<LastWay> {
  return LastWay.catch('password').parse((await cookies()).get(cookieName())?.value);
}
