import { dropKeptForms } from '@/components/ui/draft-values';
import { keepTypedForms } from '@/components/ui/form-draft';
import { withNext } from '@/lib/http/with-next';
import type { SessionAnswer } from '@/lib/session/session-answer';
import { isCheckDue } from './is-check-due';
import { type SessionNews, sessionChannelName } from './session-channel';

/** Longer than the server's own timeout for its backend. */
const answerTimeoutInMilliseconds = 15_000;

/** Holds the account whose page this is, set by `SessionGuard`. */
const { dataset } = document.documentElement;
let checkedAt = Date.now();
let expiresAt = performance.timeOrigin + readSessionSeconds() * 1000;

// A page that wakes up checks immediately, not at its next tick.
document.addEventListener('visibilitychange', () => recheckSession());

/**
 * Checks whether the session needs a refresh or has changed, asking the server if needed, and shares a periodic answer with other tabs.
 * Leaves the page once the session has ended, and reloads it if another account has signed in.
 * @param news a message from another tab; omitted for a periodic check.
 */
export async function recheckSession(news?: SessionNews): Promise<void> {
  if (news === dataset.account) return;
  if (news && typeof news === 'object') return applyAnswer(news, 'ended');
  const mustFetch = news !== undefined || isCheckDue({ expiresAt, checkedAt }, Date.now());
  checkedAt = Date.now();
  if (!mustFetch) return;
  // After a message every tab asks, because the lock's holder may have asked before the event. Otherwise one asks for all.
  await holdLock({ ifAvailable: news === undefined }, async () => {
    const answer = await fetchSessionAnswer();
    if (news === undefined) shareAnswer(answer);
    applyAnswer(answer, news === undefined ? 'ended' : 'signed-out');
    // On a shared machine, the page must disappear even if the server can't confirm the sign-out.
    if (news === null && answer.status === 'unavailable') location.reload();
  });
}

/** The session's remaining seconds, as rendered by the server. Counted from the document's start, so it errs on the early side. */
function readSessionSeconds(): number {
  return Number(document.querySelector<HTMLElement>('[data-session-seconds]')?.dataset.sessionSeconds ?? 0);
}

/** Runs the work under a Web Lock. Without Web Locks every tab asks, and the server still refreshes once. */
async function holdLock(options: LockOptions, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(sessionChannelName, options, (lock) => (lock ? work() : undefined));
}

async function fetchSessionAnswer(): Promise<SessionAnswer> {
  try {
    const signal = AbortSignal.timeout(answerTimeoutInMilliseconds);
    const answer = await fetch('/api/session', { cache: 'no-store', signal });
    if (answer.ok) return (await answer.json()) as SessionAnswer;
  } catch (error) {
    // Offline, asleep, or an invalid answer. The next tick retries.
    if (!(error instanceof Error)) throw error;
  }
  return { status: 'unavailable' };
}

function shareAnswer(answer: SessionAnswer): void {
  const channel = new BroadcastChannel(sessionChannelName);
  channel.postMessage(answer satisfies SessionNews);
  channel.close();
}

/** @param why whether the session ended or the user signed out. */
function applyAnswer(answer: SessionAnswer, why: 'ended' | 'signed-out'): void {
  if (answer.status === 'signed-in' && answer.account !== dataset.account) location.reload();
  if (answer.status === 'signed-in') expiresAt = Date.now() + answer.expiresInSeconds * 1000;
  if (answer.status === 'signed-out') leavePage(why);
}

/** A full load, which removes the account's data from the tab. */
function leavePage(why: 'ended' | 'signed-out'): void {
  // A deliberate sign-out drops typed values.
  if (why === 'ended') keepTypedForms();
  else dropKeptForms();
  const signIn = why === 'ended' ? '/sign-in?notice=session-ended' : '/sign-in';
  location.replace(withNext(signIn, location.pathname + location.search));
}
