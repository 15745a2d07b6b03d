import { environment } from '../env.ts';
import { hostOnly } from '../set-script-cookie.ts';

/** For cookies but the session's, which Supabase names. On https only the prefixed name is read; it requires `Secure` and the path `/`. */
export function ownCookieName(name: string): string {
  return hostOnly(name, environment().siteUrl.startsWith('https:'));
}

export type CookieOptions = {
  path: '/';
  sameSite: 'lax';
  httpOnly: true;
  secure: boolean;
  maxAge: number;
};

/** 400 days, the longest that browsers keep a cookie. Auth ends the session itself. */
const maxAgeInSeconds = 400 * 24 * 60 * 60;

/** Of every cookie that only the server reads, the session's included. */
export function cookieOptions(): CookieOptions {
  return {
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    secure: environment().siteUrl.startsWith('https:'),
    maxAge: maxAgeInSeconds,
  };
}
