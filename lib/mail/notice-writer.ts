import type { MailContent } from './mail-layout.ts';

/**
 * What a notice says.
 * @param details as the database's function queued them. Throws when they are not what this kind of notice has.
 * @param happenedAt ISO 8601: a mail may come hours later.
 */
export type NoticeWriter = (details: unknown, happenedAt: string) => MailContent;
