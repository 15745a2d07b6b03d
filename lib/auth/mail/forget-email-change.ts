import 'server-only';
import { logError } from '../../log/log.ts';
import { callFunction } from '../../supabase/call-function.ts';

/** Ends a pending email change here, after Auth has ended it. A failure is only logged. */
export async function forgetEmailChange(userId: string): Promise<void> {
  const forgotten = await callFunction('clear_email_change', { p_user_id: userId });
  if (!forgotten.ok)
    logError('email.change_not_ended', `An email change could not be ended: ${forgotten.code}`);
}
