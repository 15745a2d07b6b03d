import type { SessionAnswer } from '@/lib/session/session-answer';

export const sessionChannelName = 'countersign.session';

/** A message between tabs: the account of a page just rendered, null after a sign-out, or the server's last answer. */
export type SessionNews = string | null | SessionAnswer;
