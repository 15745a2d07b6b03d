/** The scopes of the provider. `offline_access` gives a refresh token, each other one claims. */
export const scopes = ['openid', 'profile', 'email', 'wallets', 'proofs', 'offline_access'] as const;

export type Scope = (typeof scopes)[number];

/** The scopes of a request, in our order, without those that nobody knows. @param text separated by spaces. */
export function readScopes(text: string): Scope[] {
  const asked = text.split(' ');
  return scopes.filter((scope) => asked.includes(scope));
}
