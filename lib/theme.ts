export type Theme = 'system' | 'light' | 'dark';

/** Holds `light` or `dark`; absent while the theme follows the system. Not a secret: the switch writes it. */
export const themeCookie = 'theme';

/** Undefined leaves the theme to the system. */
export function readTheme(cookie: string | undefined): 'light' | 'dark' | undefined {
  return cookie === 'light' || cookie === 'dark' ? cookie : undefined;
}
