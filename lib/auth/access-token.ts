import { decodeJwt, decodeProtectedHeader, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import { z } from 'zod';
import { environment } from '../env.ts';
import { fetchBackend } from '../supabase/fetch.ts';
import { findKey, hasKeys, KeySetUnavailable } from './key-set.ts';

/** The claims that the rest of the server believes, because the token's signature was checked. Times in epoch seconds. */
const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  aal: z.enum(['aal1', 'aal2']),
  email: z.string().default(''),
  /** The ways this session was proven, newest first. */
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).default([]),
  exp: z.number(),
});
export type Claims = z.infer<typeof Claims>;

export type TokenCheck =
  | { status: 'valid'; claims: Claims }
  | { status: 'expired' }
  /** Signed with a key that the project doesn't have, or has no more: only a refresh can tell. */
  | { status: 'unknown-key' }
  | { status: 'refused' }
  /** Nothing to check the token with right now; says nothing about the token. */
  | { status: 'unavailable' };

/** What Supabase signs with besides the shared secret. `none` and HS256 with a public key never get this far. */
const asymmetricAlgorithms = ['ES256', 'RS256', 'EdDSA'];

/**
 * Checks an access token's signature, issuer, audience, role and expiry, without a call to Auth. A project that
 * still signs with a shared secret (HS256) costs one call to Auth each time. Never throws for a bad token.
 */
export async function verifyAccessToken(token: string): Promise<TokenCheck> {
  const expected = { issuer: environment().jwtIssuer, audience: 'authenticated' };
  try {
    if (decodeProtectedHeader(token).alg === 'HS256' && !(await hasKeys()))
      return await askAuth(token, expected);
    const { payload } = await jwtVerify(token, findKey, { ...expected, algorithms: asymmetricAlgorithms });
    return believe(payload);
  } catch (error) {
    if (error instanceof joseErrors.JWTExpired) return { status: 'expired' };
    if (error instanceof KeySetUnavailable) return { status: 'unavailable' };
    if (error instanceof joseErrors.JWKSNoMatchingKey) return { status: 'unknown-key' };
    if (error instanceof joseErrors.JWTClaimValidationFailed && error.claim === 'iss')
      sayIssuerOnce(error.payload.iss);
    // jose's own errors, and TypeError for a header that can't be decoded: the token is no good.
    if (error instanceof joseErrors.JOSEError || error instanceof TypeError) return { status: 'refused' };
    throw error;
  }
}

let saidIssuer = false;

/** A wrong issuer is nearly always a wrong setting, which would look like an endless sign-in. */
function sayIssuerOnce(issuer: unknown): void {
  if (saidIssuer) return;
  saidIssuer = true;
  console.error(
    `A token was refused: it was issued by ${String(issuer).slice(0, 200)}, and ${environment().jwtIssuer} is expected. If that is your project, set SUPABASE_JWT_ISSUER.`,
  );
}

function believe(payload: JWTPayload): TokenCheck {
  const claims = Claims.safeParse(payload);
  return claims.success ? { status: 'valid', claims: claims.data } : { status: 'refused' };
}

async function askAuth(token: string, expected: { issuer: string; audience: string }): Promise<TokenCheck> {
  const payload = decodeJwt(token);
  if (payload.iss !== expected.issuer || payload.aud !== expected.audience) return { status: 'refused' };
  if ((payload.exp ?? 0) * 1000 <= Date.now()) return { status: 'expired' };
  const response = await fetchBackend(`${environment().supabaseUrl}/auth/v1/user`, {
    headers: { apikey: environment().supabasePublishableKey, authorization: `Bearer ${token}` },
    cache: 'no-store',
  }).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) return { status: 'unavailable' };
  return response.ok ? believe(payload) : { status: 'refused' };
}
