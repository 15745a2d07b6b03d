import type { Query } from '../core/database.ts';
import { findCode, findLink, readTextOfHtml } from './read-mail-text.ts';

/** The format of `/mailbox.json`. Scripts depend on the names. */
export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** ISO 8601, UTC. */
  sentAt: string;
  code: string | null;
  link: string | null;
}

/** Older emails are deleted, so that the folder doesn't grow without bound. */
const keptMails = 500;

export interface IncomingMail {
  to: string;
  subject: string;
  text?: string;
  html: string | null;
}

/** Stores an email in the caller's transaction, so that it exists exactly if the change it reports does. */
export async function storeMail(query: Query, mail: IncomingMail): Promise<void> {
  const text = mail.text || readTextOfHtml(mail.html ?? '');
  await query(
    'insert into local_supabase.mails (recipient, subject, text, html, code, link) values ($1, $2, $3, $4, $5, $6)',
    [mail.to, mail.subject, text, mail.html, findCode(text), findLink(text, mail.html)].map(
      withoutNulCharacters,
    ),
  );
  await query(
    'delete from local_supabase.mails where id <= (select id from local_supabase.mails order by id desc offset $1 limit 1)',
    [keptMails],
  );
}

/** Postgres text can't hold U+0000, which an email from elsewhere may contain. */
function withoutNulCharacters(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\u0000', '');
}

/** All kept emails, or those to one address, newest last. */
export function listMails(query: Query, to: string | null): Promise<Mail[]> {
  return query<Mail>(
    `select id::text, recipient as "to", subject, text, html, sent_at as "sentAt", code, link
     from local_supabase.mails where $1::text is null or recipient = $1 order by local_supabase.mails.id`,
    [to],
  );
}
