import { errors, type JWTPayload } from 'jose';
import type { SigningKeys } from './auth/signing-keys.ts';

/** The claims Postgres sees as `request.jwt.claims`, word for word. */
export type RestClaims = JWTPayload & { role: string };

/** Seconds that PostgREST forgives the clock that `exp` was written by. */
const allowedSkew = 30;

const roles = new Set(['anon', 'authenticated', 'service_role']);
/** Other roles of Supabase's database. */
const otherRoles = /^(postgres|authenticator|supabase_\w+|dashboard_user|pg_\w+)$/;

/**
 * The claims of a person's token, or the answer that PostgREST 14 gives to one that is not good. It compares neither the
 * issuer nor, where a project names none, the audience.
 */
export async function readRestClaims(
  signingKeys: SigningKeys,
  token: string,
): Promise<RestClaims | Response> {
  try {
    const claims = await signingKeys.verify(token, { clockTolerance: allowedSkew });
    const role = typeof claims.role === 'string' ? claims.role : 'anon';
    if (roles.has(role)) return { ...claims, role };
    return otherRoles.test(role)
      ? refuse(403, '42501', `permission denied to set role "${role}"`)
      : refuse(401, '22023', `role "${role}" does not exist`);
  } catch (error) {
    if (error instanceof errors.JWTExpired) return refuse(401, 'PGRST303', 'JWT expired');
    if (error instanceof errors.JWTClaimValidationFailed) return refuse(401, 'PGRST303', 'JWT not yet valid');
    return refuse(401, 'PGRST301', 'No suitable key or wrong key type');
  }
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code, message, details: null, hint: null }, { status });
}
