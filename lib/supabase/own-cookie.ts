import 'server-only';
import { cookies } from 'next/headers';
import { ownCookieName } from '../own-cookie-name.ts';
import { sessionCookieOptions } from './cookies.ts';

/** A cookie that only this server sets and reads, with the attributes of the session's cookies. */
type OwnCookie = {
  read(): Promise<string | undefined>;
  /** Without `lifeInSeconds`, the cookie lives 400 days. */
  write(value: string, lifeInSeconds?: number): Promise<void>;
  clear(): Promise<void>;
};

/** @param sameSite `strict` if no navigation from another site needs the cookie. */
export function ownCookie(name: string, sameSite: 'lax' | 'strict' = 'lax'): OwnCookie {
  const set = async (value: string, life: { maxAge?: number }) => {
    (await cookies()).set(ownCookieName(name), value, { ...sessionCookieOptions(), sameSite, ...life });
  };
  return {
    read: async () => (await cookies()).get(ownCookieName(name))?.value,
    write: (value, maxAge) => set(value, maxAge === undefined ? {} : { maxAge }),
    clear: () => set('', { maxAge: 0 }),
  };
}
