import 'server-only';
import { z } from 'zod';
import { ownCookie } from '../../http/own-cookie.ts';
import { Provider } from '../../session/sign-in-method.ts';

const LastMethod = z.enum(['password', 'code', 'wallet', 'passkey', ...Provider.options]);
export type LastMethod = z.infer<typeof LastMethod>;

/** Contains the method, and neither address nor account. */
const cookie = ownCookie('last-method');

export function rememberLastMethod(method: LastMethod): Promise<void> {
  return cookie.write(method);
}

/** Stops offering a method that no longer signs in. */
export async function forgetLastMethod(method: LastMethod): Promise<void> {
  if ((await readLastMethod()) === method) await cookie.clear();
}

export async function readLastMethod(): Promise<LastMethod | null> {
  return LastMethod.nullable()
    .catch(null)
    .parse(await cookie.read());
}
