import type { MailContent } from './mail-layout.ts';

/**
 * Writes a notice. Throws if `details` aren't those of its kind.
 * @param details as the database's function queued them.
 * @param happenedAt ISO 8601: an email may come hours later.
 */
export type NoticeWriter = (details: unknown, happenedAt: string) => MailContent;
