import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { ownCookie } from '../supabase/own-cookie.ts';

/** Tells one browser from all others while something waits that it alone may answer. Names nobody and opens nothing. */
type BrowserCookie = {
  /** The hash of this browser's cookie, which is set, or kept for longer: the tabs of one browser share it. */
  know(): Promise<string>;
  /** The hash of this browser's cookie, or null where nothing can wait for it. */
  read(): Promise<string | null>;
};

/** 128 bits, far beyond guessing. */
const bytesOfBrowser = 16;

/**
 * @param lifeInSeconds longer than what waits, so that it can still be told to have expired
 * @param sameSite `strict` where nothing that another site begins has to carry it
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
    know: async () => {
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
