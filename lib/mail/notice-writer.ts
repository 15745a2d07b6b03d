import type { MailContent } from './mail-layout.ts';

/**
 * Writes a notice. Throws if `details` don't fit its kind.
 * @param details as the database function queued them.
 * @param happenedAt ISO 8601. The email may arrive hours later.
 */
export type NoticeWriter = (details: unknown, happenedAt: string) => MailContent;
