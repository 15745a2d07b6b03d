import 'server-only';
import type { AuthError, Session } from '@supabase/supabase-js';
import { z } from 'zod';
import { environment } from '../../env.ts';
import type { ErrorCode } from '../../errors.ts';
import { type Failure, fail, type Result } from '../../result.ts';
import { isWebAuthnUnset } from '../../session/passkey-settings.ts';
import { readAccessToken } from '../../session/request-session.ts';
import { callAuthUnmapped } from '../../supabase/call-auth.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAdminSupabase } from '../../supabase/server.ts';
import { type AssertionCredential, type RegistrationCredential, readPasskeyName } from './passkey-schemas.ts';

/* Supabase Auth's passkey API. Browsers don't call it: this server passes its options on, and their answers back. */

/** Auth's challenge: 32 random bytes in its options. Single-use, valid for five minutes, and usable by any client with its id. */
export type Challenge<Options> = {
  challengeId: string;
  options: Options;
  /** Epoch seconds. */
  expiresAt: number;
};
type ChallengeResult<Options> = Result<Challenge<Options>>;

const Wrapped = z.object({ challenge_id: z.string(), options: z.unknown(), expires_at: z.number() });

function unwrap<Schema extends z.ZodType>(schema: Schema, data: unknown): ChallengeResult<z.infer<Schema>> {
  const parsed = Wrapped.safeParse(data);
  const options = schema.safeParse(parsed.data?.options);
  if (!parsed.success || !options.success) return fail('backend.unavailable');
  const { challenge_id: challengeId, expires_at: expiresAt } = parsed.data;
  return { ok: true, challengeId, options: options.data, expiresAt };
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

/** Auth binds this challenge to no account. */
export async function requestAssertion(): Promise<ChallengeResult<z.infer<typeof RequestOptions>>> {
  const { data, error } = await callAuthUnmapped({
    method: 'POST',
    path: '/passkeys/authentication/options',
    // A page requests it before the visitor can solve a captcha. It creates no account and signs in to none.
    asServer: Boolean(environment().captcha),
    body: {},
  });
  return error ? refuse(error) : unwrap(RequestOptions, data);
}

const OpenedSession = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number(),
  user: z.object({ id: z.uuid() }),
});

/** @returns the session that Auth opened; `passkey.refused` for anything Auth rejects; `passkey.expired`. */
export async function verifyAssertion(
  challengeId: string,
  credential: AssertionCredential,
): Promise<Result<{ session: Session }>> {
  const { data, error } = await callAuthUnmapped({
    method: 'POST',
    path: '/passkeys/authentication/verify',
    body: { challenge_id: challengeId, credential: withoutExtensions(credential) },
  });
  if (error) return refuse(error);
  const parsed = OpenedSession.safeParse(data);
  return parsed.success ? { ok: true, session: data as Session } : fail('backend.unavailable');
}

/** For a new passkey of the viewer. Refuses with `auth.authenticator_code_required`, `passkey.too_many`. */
export async function requestRegistration(): Promise<ChallengeResult<z.infer<typeof CreationOptions>>> {
  const { data, error } = await callAuthUnmapped({
    method: 'POST',
    path: '/passkeys/registration/options',
    accessToken: await readAccessToken(),
    body: {},
  });
  return error ? refuse(error) : unwrap(CreationOptions, data);
}

const CreatedPasskey = z.object({ id: z.uuid(), friendly_name: z.string().optional() });

/** @returns the new passkey with Auth's name for its kind. Refuses as `verifyAssertion` does. */
export async function verifyRegistration(
  challengeId: string,
  credential: RegistrationCredential,
): Promise<Result<{ id: string; name: string }>> {
  const { data, error } = await callAuthUnmapped({
    method: 'POST',
    path: '/passkeys/registration/verify',
    accessToken: await readAccessToken(),
    body: { challenge_id: challengeId, credential: withoutExtensions(credential) },
  });

  if (error) {
    const refused = refuse(error);
    // Auth answers a plain 500 if an account has this credential already.
    const isTaken = refused.code === 'backend.unavailable' && error.status === 500;
    return isTaken && (await isKnownToAuth(credential.id)) ? fail('passkey.refused') : refused;
  }
  const created = CreatedPasskey.safeParse(data);
  if (!created.success) return fail('backend.unavailable');
  return { ok: true, id: created.data.id, name: readPasskeyName(created.data.friendly_name) };
}

/** @returns `passkey.gone` if the viewer has no such passkey. */
export async function renameAtAuth(id: string, name: string): Promise<Result> {
  const { error } = await callAuthUnmapped({
    method: 'PATCH',
    path: `/passkeys/${id}`,
    accessToken: await readAccessToken(),
    body: { friendly_name: name },
  });
  if (!error) return { ok: true };
  return error.status === 404 ? fail('passkey.gone') : refuse(error, 'passkey.name_invalid');
}

/** @returns `passkey.gone`, `auth.authenticator_code_required`. */
export async function removeAtAuth(id: string): Promise<Result> {
  const { error } = await callAuthUnmapped({
    method: 'DELETE',
    path: `/passkeys/${id}`,
    accessToken: await readAccessToken(),
  });
  if (!error) return { ok: true };
  return error.status === 404 && error.code !== 'passkey_disabled' ? fail('passkey.gone') : refuse(error);
}

/** Uses the admin API: while passkeys are off, Auth lets users remove none. @returns `passkey.gone`. */
export async function removeAsServer(userId: string, passkeyId: string): Promise<Result> {
  const { error } = await createAdminSupabase().auth.admin.passkey.deletePasskey({ userId, passkeyId });
  if (!error) return { ok: true };
  return error.status === 404 ? fail('passkey.gone') : refuse(error);
}

/** Auth requires this field, empty. */
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
  // Only the owner may learn of a ban or a missing confirmation.
  user_banned: 'passkey.refused',
  email_not_confirmed: 'passkey.refused',
  phone_not_confirmed: 'passkey.refused',
  bad_json: 'passkey.refused',
};

function refuse(error: AuthError, invalid: ErrorCode = 'passkey.refused'): Failure {
  if (error.code === 'validation_failed') return fail(invalid);
  if (error.status === 500 && isWebAuthnUnset(error.message)) return fail('passkey.off');
  const code = codes[error.code ?? ''];
  return code ? fail(code) : failFromAuth(error);
}

/** Assumes yes after a failed query, because password managers delete unknown passkeys. Never throws. @param credentialId base64url. */
export async function isKnownToAuth(credentialId: string): Promise<boolean> {
  const known = await callFunction('is_credential_known', { p_credential_id: credentialId }).catch(
    () => null,
  );
  return known?.ok === true ? known.rows : true;
}
