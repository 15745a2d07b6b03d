import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { Provider } from '../../flow/providers.ts';
import { ownCookieName } from '../../own-cookie-name.ts';
import { sessionCookieOptions } from '../../supabase/cookies.ts';

/** The sign-in method that this browser is offered first next time. */
const LastMethod = z.enum(['password', 'code', 'wallet', 'passkey', ...Provider.options]);
export type LastMethod = z.infer<typeof LastMethod>;

/** Holds the method and nothing else: no address, no account. */
const cookieName = () => ownCookieName('last-method');

export async function rememberLastMethod(method: LastMethod): Promise<void> {
  (await cookies()).set(cookieName(), method, sessionCookieOptions());
}

/** Where what was used last opens nothing any more: it is no longer what someone is offered first. */
export async function forgetLastMethod(method: LastMethod): Promise<void> {
  if ((await readLastMethod()) === method)
    (await cookies()).set(cookieName(), '', { ...sessionCookieOptions(), maxAge: 0 });
}

/** @returns `password` in a browser that nobody has signed in with yet. */
export async function readLastMethod(): Promise<LastMethod> {
  return LastMethod.catch('password').parse((await cookies()).get(cookieName())?.value);
}
