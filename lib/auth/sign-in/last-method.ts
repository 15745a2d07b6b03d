import 'server-only';
import { z } from 'zod';
import { Provider } from '../../flow/providers.ts';
import { ownCookie } from '../../supabase/own-cookie.ts';

/** The sign-in method that this browser is offered first next time. */
const LastMethod = z.enum(['password', 'code', 'wallet', 'passkey', ...Provider.options]);
export type LastMethod = z.infer<typeof LastMethod>;

/** It names the method alone, and no address or account. */
const cookie = ownCookie('last-method');

export function rememberLastMethod(method: LastMethod): Promise<void> {
  return cookie.write(method);
}

/** Stops offering a method first that opens nothing any more. */
export async function forgetLastMethod(method: LastMethod): Promise<void> {
  if ((await readLastMethod()) === method) await cookie.clear();
}

/** @returns null if this browser has not signed in yet. */
export async function readLastMethod(): Promise<LastMethod | null> {
  return LastMethod.nullable()
    .catch(null)
    .parse(await cookie.read());
}
