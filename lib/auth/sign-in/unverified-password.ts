import 'server-only';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fail, type Result } from '../../result.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { hashCode } from '../mail/hash-code.ts';
import { readSignUp } from './sign-up-step.ts';

/** The fate of an account's first password at confirmation: Auth keeps the password of the person who signed up first. */
export type UnverifiedPassword = NonNullable<z.infer<typeof UnverifiedPassword>>;
const UnverifiedPassword = z
  .enum([
    // The address was confirmed before: nothing is settled any more.
    'confirmed',
    'kept',
    // It may be a stranger's. The database takes it away in the moment of the confirmation.
    'replaced',
    // Auth made it up for an account that a code made. The database takes it away as well.
    'made_up',
  ])
  // Null for an unknown account or link.
  .nullable();

/** The mark of an account that was made for a code. */
export const codeMark = 'code';

/** The mark of a sign-up by password in the account's metadata. Only the browser with the secret can derive it again. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/**
 * Settles the password before the link is used.
 * @returns `auth.link_invalid` for an unknown link.
 */
export async function settleBeforeLink(tokenHash: string): Promise<Result<{ password: UnverifiedPassword }>> {
  const settled = await settle(tokenHash, null);
  if (!settled.ok) return settled;
  const { password } = settled;
  return password ? { ok: true, password } : fail('auth.link_invalid');
}

/** Settles the password before the code is used. An address without an account counts as `confirmed`. */
export async function settleBeforeCode(
  email: string,
  code: string,
): Promise<Result<{ password: UnverifiedPassword }>> {
  const settled = await settle(hashCode(email, code), email);
  return settled.ok ? { ok: true, password: settled.password ?? 'confirmed' } : settled;
}

async function settle(tokenHash: string, email: string | null) {
  const secret = (await readSignUp())?.secret;
  const settled = await callFunction('resolve_first_password', {
    p_token_hash: tokenHash,
    p_email: email,
    p_mark: secret ? hashSecret(secret) : null,
  });
  return settled.ok ? { ok: true as const, password: UnverifiedPassword.parse(settled.rows) } : settled;
}
