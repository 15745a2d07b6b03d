import 'server-only';
import { type Failure, fail } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { failFromAuth } from '../supabase/error-codes.ts';
import { createAnonymousSupabase, startSession } from '../supabase/server.ts';
import { finishConfirmation } from './first-confirmation.ts';
import { newPasswordPath } from './reset-password.ts';
import { MailLink } from './schemas.ts';
import { signOut } from './sign-out.ts';
import { readViewer } from './viewer.ts';

/** What a link in a mail would do, found out without using it up. It may still turn out to have expired. */
export type MailLinkCheck =
  | { status: 'usable'; link: MailLink; email: string; signedInAs: string | null }
  | { status: 'used-up' }
  | { status: 'unavailable' };

type Owner = { user_id: string; email: string };

/** Looks a link up, so that the page can name the account before anything happens. Changes nothing. */
export async function checkMailLink(parameters: Record<string, unknown>): Promise<MailLinkCheck> {
  const parsed = MailLink.safeParse(parameters);
  if (!parsed.success) return { status: 'used-up' };
  const found = await callFunction<Owner[]>('account_of_mail_link', { p_token_hash: parsed.data.token_hash });
  if (!found.ok) return { status: 'unavailable' };
  const [owner] = found.rows;
  if (!owner) return { status: 'used-up' };
  const check = await readViewer();
  const isAnother = check.signedIn && check.viewer.id !== owner.user_id;
  return {
    status: 'usable',
    link: parsed.data,
    email: owner.email,
    signedInAs: isAnother ? check.viewer.email : null,
  };
}

/**
 * Uses the link up and signs in with it. A session of another account in this browser ends, once the link has worked.
 * @returns where to go on to: a path of this site.
 */
export async function confirmMailLink(link: MailLink): Promise<{ ok: true; redirectTo: string } | Failure> {
  const supabase = createAnonymousSupabase();
  const { data, error } = await supabase.auth.verifyOtp({ token_hash: link.token_hash, type: link.type });
  if (error) return failFromAuth(error);
  if (!data.session || !data.user) return fail('auth.link_invalid');
  const before = await readViewer();
  if (before.signedIn && before.viewer.id !== data.user.id) await signOut('local');
  await startSession(data.session);
  if (link.type === 'recovery') return { ok: true, redirectTo: newPasswordPath };
  return { ok: true, redirectTo: await finishConfirmation(supabase, data.user, link.next) };
}
