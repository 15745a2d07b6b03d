import type { MailContent } from './mail-layout.ts';

/** Throws if `details` don't fit the notice's kind. @param happenedAt ISO 8601; the email may arrive hours later. */
export type NoticeWriter = (details: unknown, happenedAt: string) => MailContent;
