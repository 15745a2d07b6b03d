import 'server-only';
import { redeemMailToken } from '../../mail/redeem-mail-token.ts';
import { fail, type Result } from '../../result.ts';
import { revokeSession } from '../../session/sign-out.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createSupabaseWithoutCaptcha } from '../../supabase/server.ts';

/** Includes the account, because the address may have moved to another one since it was read. */
type Whose = { userId: string; email: string };
/* Auth checks a password or a code only by opening a session, which is revoked at once. Callers count the attempts. */

export async function checkPassword({
  userId,
  email,
  password,
}: Whose & { password: string }): Promise<Result> {
  const { data, error } = await createSupabaseWithoutCaptcha().auth.signInWithPassword({ email, password });
  if (error?.code === 'invalid_credentials') return fail('step_up.password_wrong');
  if (error) return failFromAuth(error);
  await revokeSession(data.session);
  return data.user.id === userId ? { ok: true } : fail('step_up.password_wrong');
}

/** Redeems an emailed code. @returns `auth.code_wrong`, also for a used one, or Auth's refusal. */
export async function checkMailedCode({ userId, email, code }: Whose & { code: string }): Promise<Result> {
  const used = await redeemMailToken({ email, token: code, type: 'email' });
  if (!used.ok) return used.code === 'auth.link_invalid' ? fail('auth.code_wrong') : used;
  if (used.session) await revokeSession(used.session);
  return used.session?.user.id === userId ? { ok: true } : fail('auth.code_wrong');
}
