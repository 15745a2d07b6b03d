import 'server-only';
import type { Failure } from '../result.ts';
import { fail } from '../result.ts';
import { failFromAuth } from '../supabase/error-codes.ts';
import { createAdminSupabase, createSupabase } from '../supabase/server.ts';
import { newPasswordPath } from './reset-password.ts';
import { safeRedirect } from './safe-redirect.ts';
import { MailLink } from './schemas.ts';
import { readViewer } from './viewer.ts';

/** What a link in a mail would do, found out without using it up. */
export type MailLinkCheck =
  | { status: 'usable'; link: MailLink; email: string; signedInAs: string | null }
  | { status: 'used-up' }
  | { status: 'unavailable' };

/** Looks a link up, so that the page can name the account before anything happens. Changes nothing. */
export async function checkMailLink(parameters: Record<string, unknown>): Promise<MailLinkCheck> {
  const parsed = MailLink.safeParse(parameters);
  if (!parsed.success) return { status: 'used-up' };
  const { data, error } = await createAdminSupabase().rpc('email_of_mail_link', {
    token_hash: parsed.data.token_hash,
  });
  if (error) return { status: 'unavailable' };
  if (typeof data !== 'string') return { status: 'used-up' };
  const check = await readViewer();
  const signedInAs = check.signedIn && check.viewer.email !== data ? check.viewer.email : null;
  return { status: 'usable', link: parsed.data, email: data, signedInAs };
}

/**
 * Uses the link up and signs in with it. A session of another account in this browser is ended first.
 * @returns where to go on to: a path of this site.
 */
export async function confirmMailLink(link: MailLink): Promise<{ ok: true; redirectTo: string } | Failure> {
  const supabase = await createSupabase();
  const before = await checkMailLink(link);
  if (before.status === 'used-up') return fail('auth.link_invalid');
  if (before.status === 'unavailable') return fail('backend.unavailable');
  if (before.signedInAs) await supabase.auth.signOut({ scope: 'local' });
  const { error } = await supabase.auth.verifyOtp({ token_hash: link.token_hash, type: link.type });
  if (error) return failFromAuth(error);
  return { ok: true, redirectTo: link.type === 'recovery' ? newPasswordPath : safeRedirect(link.next) };
}
