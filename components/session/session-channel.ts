import type { SessionAnswer } from '@/lib/session/session-answer';

/** Between the tabs of this browser. */
export const sessionChannelName = 'countersign.session';

/** What tabs tell one another: the account a page was just made for, null after signing out, or the server's last answer. */
export type SessionNews = string | null | SessionAnswer;
