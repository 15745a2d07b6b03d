export type Theme = 'system' | 'light' | 'dark';

/** Holds `light` or `dark`; absent for the system's theme. Not a secret: the page's switch sets it by script. */
export const themeCookie = 'theme';

/** Undefined for the system's theme. */
export function readTheme(cookie: string | undefined): 'light' | 'dark' | undefined {
  return cookie === 'light' || cookie === 'dark' ? cookie : undefined;
}
