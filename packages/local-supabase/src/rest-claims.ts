import { errors, type JWTPayload } from 'jose';
import type { SigningKeys } from './auth/signing-keys.ts';

/** The claims Postgres sees as `request.jwt.claims`, unchanged. */
export type RestClaims = JWTPayload & { role: string };

/** PostgREST's tolerance for clock differences, in seconds. */
const allowedSkew = 30;

const roles = new Set(['anon', 'authenticated', 'service_role']);
/** Roles of Supabase's database that requests can't assume. */
const otherRoles = /^(postgres|authenticator|supabase_\w+|dashboard_user|pg_\w+)$/;

/** The claims of a user's token, or PostgREST 14's error. It checks neither issuer nor, unless a project sets one, audience. */
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
