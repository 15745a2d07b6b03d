import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { cookieOptions, ownCookieName } from './cookie-options.ts';

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
    (await cookies()).set(ownCookieName(name), value, { ...cookieOptions(), sameSite, ...life });
  };
  return {
    read: async () => (await cookies()).get(ownCookieName(name))?.value,
    write: (value, maxAge) => set(value, maxAge === undefined ? {} : { maxAge }),
    clear: () => set('', { maxAge: 0 }),
  };
}

/** Identifies one browser while something waits that only this browser may continue. Contains no user data and grants nothing. */
type BrowserCookie = {
  /** Sets this browser's cookie or extends its life, and returns its hash. The browser's tabs share it. */
  readOrCreate(): Promise<string>;
  /** The hash of this browser's cookie, or null without one. */
  read(): Promise<string | null>;
};

/** 128 bits can't be guessed. */
const bytesOfBrowser = 16;

/**
 * @param lifeInSeconds longer than what waits, to say that it expired. @param sameSite `strict` unless other sites navigate here with it.
 */
export function browserCookie(
  name: string,
  { lifeInSeconds, sameSite }: { lifeInSeconds: number; sameSite: 'lax' | 'strict' },
): BrowserCookie {
  const cookie = ownCookie(name, sameSite);
  const readOwn = async () => {
    const value = await cookie.read();
    return value && /^[\w-]{22}$/.test(value) ? value : null;
  };
  return {
    readOrCreate: async () => {
      const browser = (await readOwn()) ?? randomBytes(bytesOfBrowser).toString('base64url');
      await cookie.write(browser, lifeInSeconds);
      return hashOf(browser);
    },
    read: async () => {
      const browser = await readOwn();
      return browser && hashOf(browser);
    },
  };
}

function hashOf(browser: string): string {
  return createHash('sha256').update(browser).digest('hex');
}
