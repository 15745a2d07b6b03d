import 'server-only';
import { logError } from '../../log/log.ts';
import { callFunction } from '../../supabase/call-function.ts';

/** Auth has ended whatever change of email waited, so ours ends too. A failure is logged: what Auth did is done. */
export async function forgetEmailChange(userId: string): Promise<void> {
  const forgotten = await callFunction('clear_email_change', { p_user_id: userId });
  if (!forgotten.ok)
    logError('email.change_not_ended', `An email change could not be ended: ${forgotten.code}`);
}
