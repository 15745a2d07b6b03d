import 'server-only';
import { writeDeletedNotice } from './deleted-notice.ts';
import { eventNoticeWriters } from './event-notice.ts';
import { writeMovedNotice } from './moved-notice.ts';
import type { Mail } from './send-mail.ts';

/**
 * What a notice says.
 * @param details as the database's function queued them. Throws when they are not what this kind of notice has.
 * @param happenedAt ISO 8601: a mail may come hours later.
 */
export type NoticeWriter = (details: unknown, happenedAt: string) => Omit<Mail, 'to'>;

/** Every kind of notice, as the database queues it, with what it says. */
export const noticeWriters: Record<string, NoticeWriter> = {
  account_deleted: writeDeletedNotice,
  ...eventNoticeWriters,
  wallet_moved_away: writeMovedNotice,
};
