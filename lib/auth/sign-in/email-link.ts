import 'server-only';
import { MailLink } from '../../forms/auth-schemas.ts';
import { readViewer } from '../../session/viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { nameViewer } from '../account/name-viewer.ts';

export type MailLinkCheck =
  | { status: 'usable'; link: MailLink; email: string; isConfirmed: boolean; signedInAs: string | null }
  | { status: 'used-up' }
  | { status: 'unavailable' };

/** Looks a link up without using it up, so that the page can name the account first. The link may turn out to be expired. */
export async function checkMailLink(parameters: Record<string, unknown>): Promise<MailLinkCheck> {
  const parsed = MailLink.safeParse(parameters);
  if (!parsed.success) return { status: 'used-up' };
  const found = await callFunction('find_account_of_mail_link', { p_token_hash: parsed.data.token_hash });
  if (!found.ok) return { status: 'unavailable' };
  const [owner] = found.rows;
  if (!owner) return { status: 'used-up' };
  const check = await readViewer();
  const isAnother = check.signedIn && check.viewer.id !== owner.userId;
  return {
    status: 'usable',
    link: parsed.data,
    email: owner.email,
    isConfirmed: owner.isConfirmed,
    signedInAs: isAnother ? await nameViewer(check.viewer) : null,
  };
}
