import { z } from 'zod';
import { AuthError } from '../auth-error.ts';

const base64url = z.string().regex(/^[\w-]*={0,2}$/);
const publicKey = { id: base64url.min(1), rawId: base64url.default(''), type: z.literal('public-key') };

/** `RegistrationResponseJSON`, as far as Auth reads it. */
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

/** Throws AuthError 400. The challenge is used up by then. */
export function readCredential<T extends z.ZodType>(credential: unknown, schema: T): z.infer<T> {
  const parsed = schema.safeParse(credential);
  if (parsed.success) return parsed.data;
  throw new AuthError(400, 'webauthn_verification_failed', 'Invalid credential response');
}

/** One code for all that can be wrong with it, and for a passkey that nobody has. */
export const verificationFailed = () =>
  new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed');
