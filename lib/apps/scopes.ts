/** `offline_access` grants a refresh token; each other scope grants claims. */
export const scopes = ['openid', 'profile', 'email', 'wallets', 'proofs', 'offline_access'] as const;

export type Scope = (typeof scopes)[number];

/** Keeps the known scopes, in our order. @param text separated by spaces. */
export function readScopes(text: string): Scope[] {
  const asked = text.split(' ');
  return scopes.filter((scope) => asked.includes(scope));
}
