import 'server-only';
import { writeDeletedNotice } from './deleted-notice.ts';
import { eventNoticeWriters } from './event-notice.ts';
import { writeMovedNotice } from './moved-notice.ts';
import type { NoticeWriter } from './notice-writer.ts';

/** Every kind of notice, as the database queues it, with what it says. */
export const noticeWriters: Record<string, NoticeWriter> = {
  account_deleted: writeDeletedNotice,
  ...eventNoticeWriters,
  wallet_moved_away: writeMovedNotice,
};
