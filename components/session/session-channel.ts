import type { SessionAnswer } from '@/lib/session/session-answer';

/** Between the tabs of this browser. */
export const sessionChannelName = 'countersign.session';

/**
 * What tabs tell one another: who is signed in, as a page was just made for them; null when someone has signed out; or
 * what the server has just answered to one of them, where `signed-out` means that the session has ended by itself.
 */
export type SessionNews = string | null | SessionAnswer;
