import 'server-only';
import { callFunction } from '../../supabase/call-function.ts';

/**
 * Somebody got in by mail. Auth ends a change of e-mail that waits with that, so one that only seems to wait ends too. A
 * failure is logged: whoever got in is in.
 */
export async function forgetEmailChange(userId: string): Promise<void> {
  const forgotten = await callFunction('forget_email_change', { p_user_id: userId });
  if (!forgotten.ok) console.error(`A change of e-mail could not be ended: ${forgotten.code}`);
}
