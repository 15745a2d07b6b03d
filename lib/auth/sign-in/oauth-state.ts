import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { environment } from '../../env.ts';
import { Provider } from '../../flow/providers.ts';
import { Next } from '../../flow/schemas.ts';
import { stepCookie } from '../../flow/step-cookie.ts';

/** One OAuth flow, which ends in the browser it began in. */
const OAuthState = z.object({
  provider: Provider,
  /** Signing in, or adding the provider to the account that is signed in. */
  purpose: z.enum(['sign-in', 'add']),
  /** Auth was given its hash, and gives the session only to anyone who has it (PKCE, RFC 7636). */
  verifier: z.string().min(43).max(128),
  next: Next,
});
export type OAuthState = z.infer<typeof OAuthState>;

/** Auth gives five minutes to come back and five more for its code. */
const cookie = stepCookie({ name: 'oauth-state', schema: OAuthState, lifeInSeconds: 10 * 60 });

/** Begins a flow, in the place of an earlier one of this browser. Returns what to ask Auth for. */
export async function storeOAuthState(trip: Omit<OAuthState, 'verifier'>): Promise<URLSearchParams> {
  const verifier = randomBytes(32).toString('base64url');
  await cookie.write({ ...trip, verifier });
  return new URLSearchParams({
    provider: trip.provider,
    redirect_to: `${environment().siteUrl}/auth/callback`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  });
}

/** The flow of this browser, which is over with this. @returns null when there is none. */
export async function takeOAuthState(): Promise<OAuthState | null> {
  const trip = await cookie.read();
  await cookie.clear();
  return trip;
}
