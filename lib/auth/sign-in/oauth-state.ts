import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { environment } from '../../env.ts';
import { Next } from '../../forms/auth-schemas.ts';
import { Provider } from '../../session/sign-in-method.ts';
import { stepCookie } from '../../session/step-cookie.ts';

const OAuthState = z.object({
  provider: Provider,
  purpose: z.enum(['sign-in', 'add']),
  /** Auth has its hash, and returns the session only to a caller that sends it (PKCE, RFC 7636). */
  verifier: z.string().min(43).max(128),
  next: Next,
});
export type OAuthState = z.infer<typeof OAuthState>;

/** Auth allows five minutes for the provider and five more for its code. */
const cookie = stepCookie({ name: 'oauth-state', schema: OAuthState, lifeInSeconds: 10 * 60 });

/** Begins a flow, replacing this browser's earlier one. Returns the query of Auth's `/authorize`. */
export async function storeOAuthState(flow: Omit<OAuthState, 'verifier'>): Promise<URLSearchParams> {
  const verifier = randomBytes(32).toString('base64url');
  await cookie.write({ ...flow, verifier });
  return new URLSearchParams({
    provider: flow.provider,
    redirect_to: `${environment().siteUrl}/auth/callback`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  });
}

/** Returns this browser's flow, if any, and ends it. */
export async function takeOAuthState(): Promise<OAuthState | null> {
  const flow = await cookie.read();
  await cookie.clear();
  return flow;
}
