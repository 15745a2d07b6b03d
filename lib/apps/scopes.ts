/** What an app may ask for. `offline_access` gives it a refresh token; each of the others gives it claims. */
export const scopes = ['openid', 'profile', 'email', 'wallets', 'proofs', 'offline_access'] as const;

export type Scope = (typeof scopes)[number];

/** The scopes of a request, in our order, without those that nobody knows. @param text separated by spaces. */
export function readScopes(text: string): Scope[] {
  const asked = text.split(' ');
  return scopes.filter((scope) => asked.includes(scope));
}
