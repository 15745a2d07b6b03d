import 'server-only';
import { MailLink } from '../../forms/auth-schemas.ts';
import { readViewer } from '../../session/viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { nameViewer } from './account-name.ts';

export type EmailChangeOfLink = {
  link: MailLink;
  /** Like `7F3K-2Q9D`; null until a statement has named the account. */
  accountCode: string | null;
  /** The account's current email: in full if the reader has shown that they know it, else `a…@example.com`; or empty. */
  from: string;
  to: string;
  /** The address that the link was emailed to. */
  address: string;
  signedInAs: { name: string; isAnother: boolean } | null;
};

type EmailChangeLinkCheck =
  | ({ status: 'usable' } & EmailChangeOfLink)
  | { status: 'used-up' }
  | { status: 'unavailable' };

type Row = {
  userId: string;
  accountCode: string | null;
  accountEmail: string;
  newEmail: string;
  address: string;
};

/** Looks up a link without using it up. It may turn out to be expired. */
export async function checkEmailChangeLink(
  parameters: Record<string, unknown>,
): Promise<EmailChangeLinkCheck> {
  const parsed = MailLink.safeParse(parameters);
  if (!parsed.success) return { status: 'used-up' };
  const found = await callFunction('find_email_change_of_link', { p_token_hash: parsed.data.token_hash });
  if (!found.ok) return { status: 'unavailable' };
  const rows: Row[] = found.rows;
  const [row] = rows;
  if (!row) return { status: 'used-up' };
  const check = await readViewer();
  const isAnother = check.signedIn && check.viewer.id !== row.userId;
  const isKnown = row.address === row.accountEmail || (check.signedIn && !isAnother);
  return {
    status: 'usable',
    link: parsed.data,
    accountCode: row.accountCode,
    from: isKnown ? row.accountEmail : maskEmail(row.accountEmail),
    to: row.newEmail,
    address: row.address,
    signedInAs: check.signedIn ? { name: await nameViewer(check.viewer), isAnother } : null,
  };
}

/** The owner recognizes it. The link may reach a stranger, after a typo in the new address. */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1…');
}

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
