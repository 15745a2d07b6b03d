import 'server-only';
import { cookies } from 'next/headers';
import { ownCookieName } from '../own-cookie-name.ts';
import { sessionCookieOptions } from './cookies.ts';

/** A cookie that this server sets and reads alone, on this host and with the attributes of the session's. */
type OwnCookie = {
  read(): Promise<string | undefined>;
  /** Without a life, as long as browsers keep a cookie. */
  write(value: string, lifeInSeconds?: number): Promise<void>;
  clear(): Promise<void>;
};

/** @param sameSite `strict` where nothing that another site begins has to carry it. */
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
