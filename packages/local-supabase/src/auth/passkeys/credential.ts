import { z } from 'zod';
import { AuthError } from '../auth-error.ts';

const base64url = z.string().regex(/^[\w-]*={0,2}$/);
const publicKey = { id: base64url.min(1), rawId: base64url.default(''), type: z.literal('public-key') };

/** The fields of `RegistrationResponseJSON` that Auth reads. */
export const RegistrationCredential = z.object({
  ...publicKey,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string()).nullish(),
  }),
});

export const AuthenticationCredential = z.object({
  ...publicKey,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

/** Throws AuthError 400. The challenge is already consumed. */
export function readCredential<T extends z.ZodType>(credential: unknown, schema: T): z.infer<T> {
  const parsed = schema.safeParse(credential);
  if (parsed.success) return parsed.data;
  throw new AuthError(400, 'webauthn_verification_failed', 'Invalid credential response');
}

/** One error for every failed check, and for an unknown passkey. */
export const verificationFailed = () =>
  new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed');
