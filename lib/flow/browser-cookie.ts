import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { ownCookie } from '../supabase/own-cookie.ts';

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
