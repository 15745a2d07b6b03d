import 'server-only';
import type { AuthError, Session } from '@supabase/supabase-js';
import { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import { type Failure, fail } from '../../result.ts';
import { sendToAuth } from '../../supabase/ask-auth.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { readAccessToken } from '../session/access-token-of-request.ts';
import type { AssertionCredential, RegistrationCredential } from './schemas.ts';

/*
 * Supabase Auth's API of passkeys. The browser never speaks to it: it gets options from this server, and gives its answer to
 * this server.
 */

/** A challenge of Auth: 32 random bytes in its options, good once and for five minutes, for whoever has its id. */
export type Challenge<Options> = {
  challengeId: string;
  options: Options;
  /** Epoch seconds. */
  expiresAt: number;
};
type Asked<Options> = ({ ok: true } & Challenge<Options>) | Failure;

/** How Auth wraps both kinds of options. */
const Wrapped = z.object({ challenge_id: z.string(), options: z.unknown(), expires_at: z.number() });

function unwrap<Schema extends z.ZodType>(schema: Schema, data: unknown): Challenge<z.infer<Schema>> {
  const { challenge_id, options, expires_at } = Wrapped.parse(data);
  return { challengeId: challenge_id, options: schema.parse(options), expiresAt: expires_at };
}

const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().optional(),
});

const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })).default([]),
  attestation: z.string().optional(),
});

/** For signing in, or for showing that it is somebody: Auth binds it to nobody. */
export async function askForAssertion(): Promise<Asked<z.infer<typeof RequestOptions>>> {
  const { data, error } = await sendToAuth({
    method: 'POST',
    path: '/passkeys/authentication/options',
    body: {},
  });
  return error ? refuse(error) : { ok: true, ...unwrap(RequestOptions, data) };
}

/** @returns a session that Auth has begun; `passkey.refused` for whatever Auth doesn't accept, `passkey.expired`. */
export async function verifyAssertion(
  challengeId: string,
  credential: AssertionCredential,
): Promise<{ ok: true; session: Session } | Failure> {
  const { data, error } = await sendToAuth({
    method: 'POST',
    path: '/passkeys/authentication/verify',
    body: { challenge_id: challengeId, credential: withoutExtensions(credential) },
  });
  // As `POST /token` answers.
  return error ? refuse(error) : { ok: true, session: data as Session };
}

/** For a new passkey of the viewer. Refuses with `auth.authenticator_code_required`, `passkey.too_many`. */
export async function askForRegistration(): Promise<Asked<z.infer<typeof CreationOptions>>> {
  const { data, error } = await sendToAuth({
    method: 'POST',
    path: '/passkeys/registration/options',
    accessToken: await readAccessToken(),
    body: {},
  });
  return error ? refuse(error) : { ok: true, ...unwrap(CreationOptions, data) };
}

const Kept = z.object({ id: z.uuid(), friendly_name: z.string().optional() });

/** @returns the new passkey, under the name that Auth found for its kind. Refuses as `verifyAssertion` does. */
export async function verifyRegistration(
  challengeId: string,
  credential: RegistrationCredential,
): Promise<{ ok: true; id: string; name: string } | Failure> {
  const { data, error } = await sendToAuth({
    method: 'POST',
    path: '/passkeys/registration/verify',
    accessToken: await readAccessToken(),
    body: { challenge_id: challengeId, credential: withoutExtensions(credential) },
  });

  // It is a 500 and nothing more where any account has this credential already.
  if (error?.status === 500) return fail('passkey.refused');
  if (error) return refuse(error);
  const { id, friendly_name } = Kept.parse(data);
  return { ok: true, id, name: friendly_name || 'Passkey' };
}

/** @returns `passkey.gone` for one that is not the viewer's, or not there. */
export async function renameAtAuth(id: string, name: string): Promise<{ ok: true } | Failure> {
  const { error } = await sendToAuth({
    method: 'PATCH',
    path: `/passkeys/${id}`,
    accessToken: await readAccessToken(),
    body: { friendly_name: name },
  });
  if (!error) return { ok: true };
  return error.status === 404 ? fail('passkey.gone') : refuse(error, 'passkey.name_invalid');
}

/** @returns `passkey.gone`, `auth.authenticator_code_required`. */
export async function removeAtAuth(id: string): Promise<{ ok: true } | Failure> {
  const { error } = await sendToAuth({
    method: 'DELETE',
    path: `/passkeys/${id}`,
    accessToken: await readAccessToken(),
  });
  if (!error) return { ok: true };
  return error.status === 404 && error.code !== 'passkey_disabled' ? fail('passkey.gone') : refuse(error);
}

/** What an extension of WebAuthn said is of no use here. Auth wants to see that there was none. */
function withoutExtensions<Credential extends object>(credential: Credential) {
  return { ...credential, clientExtensionResults: {} };
}

const codes: Record<string, ErrorCode> = {
  passkey_disabled: 'passkey.off',
  webauthn_challenge_not_found: 'passkey.expired',
  webauthn_challenge_expired: 'passkey.expired',
  webauthn_verification_failed: 'passkey.refused',
  webauthn_credential_exists: 'passkey.refused',
  too_many_passkeys: 'passkey.too_many',
  // Whose account is banned, or waits for its confirmation, is nobody else's business.
  user_banned: 'passkey.refused',
  email_not_confirmed: 'passkey.refused',
  phone_not_confirmed: 'passkey.refused',
  bad_json: 'passkey.refused',
};

/** How Auth tells that its RP ID or its origins are missing, with a 500 like any other. */
export function isUnset(message: string): boolean {
  return message.startsWith('Failed to initialize WebAuthn');
}

function refuse(error: AuthError, invalid: ErrorCode = 'passkey.refused'): Failure {
  if (error.code === 'validation_failed') return fail(invalid);
  if (error.status === 500 && isUnset(error.message)) return fail('passkey.off');
  const code = codes[error.code ?? ''];
  return code ? fail(code) : failFromAuth(error);
}
