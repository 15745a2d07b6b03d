import 'server-only';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { stepCookie } from '../../http/own-cookie.ts';
import { hashCode } from '../../mail/redeem-mail-token.ts';
import { fail, type Result } from '../../result.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { isSameEmail } from './sign-in-cookies.ts';

/** The outcome for an account's first password at confirmation. Auth alone would keep it, even if an attacker chose it. */
export type UnverifiedPassword = NonNullable<z.infer<typeof UnverifiedPassword>>;
const UnverifiedPassword = z
  .enum([
    // Already confirmed: the password stays as it is.
    'confirmed',
    'kept',
    // Another browser chose it, perhaps an attacker's. The database deletes it in the confirmation's transaction.
    'replaced',
    // Auth made it up for a sign-up by code. The database deletes it too.
    'made_up',
  ])
  // Null for an unknown account or link.
  .nullable();

/** Marks an account that a sign-up by code created. */
export const codeMark = 'code';

/** Marks a sign-up by password in the account's metadata. Only the browser with the secret can derive it again. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Settles the password before the link is redeemed. @returns `auth.link_invalid` for an unknown link. */
export async function settleBeforeLink(tokenHash: string): Promise<Result<{ password: UnverifiedPassword }>> {
  const settled = await settle(tokenHash, null);
  if (!settled.ok) return settled;
  const { password } = settled;
  return password ? { ok: true, password } : fail('auth.link_invalid');
}

/** Settles the password before the code is redeemed. An address without an account counts as `confirmed`. */
export async function settleBeforeCode(
  email: string,
  code: string,
): Promise<Result<{ password: UnverifiedPassword }>> {
  const settled = await settle(hashCode(email, code), email);
  return settled.ok ? { ok: true, password: settled.password ?? 'confirmed' } : settled;
}

async function settle(tokenHash: string, email: string | null) {
  const secret = (await signUpCookie.read())?.secret;
  const settled = await callFunction('resolve_first_password', {
    p_token_hash: tokenHash,
    p_email: email,
    p_mark: secret ? hashSecret(secret) : null,
  });
  return settled.ok ? { ok: true as const, password: UnverifiedPassword.parse(settled.rows) } : settled;
}

const SignUpStep = z.object({
  email: z.string(),
  /** Proves at the confirmation that this browser chose the password. */
  secret: z.string(),
});

/** A day: the emailed link is valid for an hour, and a new one can be requested. */
export const signUpCookie = stepCookie({ name: 'sign-up', schema: SignUpStep, lifeInSeconds: 24 * 60 * 60 });

/** Clears the step once its address is confirmed. Another address's step stays. */
export async function forgetSignUp(email: string | undefined): Promise<void> {
  if (await hasSignedUpHere(email)) await signUpCookie.clear();
}

export async function hasSignedUpHere(email: string | undefined): Promise<boolean> {
  return isSameEmail((await signUpCookie.read())?.email, email);
}
