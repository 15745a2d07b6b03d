import 'server-only';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fail, type Result } from '../../result.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { hashCode } from '../mail/hash-code.ts';
import { readSignUp } from './sign-up-step.ts';

/** What becomes of an account's first password at confirmation: Auth keeps that of anyone who signed up first, with anyone's email. */
export type UnverifiedPassword = NonNullable<z.infer<typeof UnverifiedPassword>>;
const UnverifiedPassword = z
  .enum([
    // The address was confirmed before: nothing is settled any more.
    'confirmed',
    // This browser signed up with it.
    'kept',
    // It may be a stranger's. The database takes it away in the moment of the confirmation.
    'replaced',
  ])
  // For no such account or link.
  .nullable();

/** What a sign-up leaves in the account's metadata: only the browser that keeps the secret can make it again. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Settles it before the link is used. @returns `auth.link_invalid` for a link that nobody has been sent. */
export async function settleBeforeLink(tokenHash: string): Promise<Result<{ password: UnverifiedPassword }>> {
  const settled = await settle(tokenHash, null);
  if (!settled.ok) return settled;
  const { password } = settled;
  return password ? { ok: true, password } : fail('auth.link_invalid');
}

/** Settles it before the code is used. For an address without an account there is nothing to settle: `confirmed`. */
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
