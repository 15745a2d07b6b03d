import { withNext } from '@/lib/flow/with-next';
import type { SessionAnswer } from '@/lib/session/session-answer';
import { dropKeptForms, keepTypedForms } from '../ui/form-draft';
import { isDue } from './is-due';
import { type SessionNews, sessionChannelName } from './session-channel';

/** Longer than the server waits for its own backend. */
const answerTimeoutInMilliseconds = 15_000;

/** Whose pages this document has shown, as `SessionGuard` notes it. */
const { dataset } = document.documentElement;
let lookedAt = Date.now();
let expiresAt = performance.timeOrigin + readSessionSeconds() * 1000;

// From now on a page that comes back from sleep does not wait for its next tick.
document.addEventListener('visibilitychange', () => recheckSession());

/**
 * Looks whether the session of this page needs anything, and does it: asks the server, which refreshes it, shares the
 * answer with the other tabs, and leaves the page when it is over or someone else's.
 * @param news what another tab said; none when it is only time to look.
 */
export async function recheckSession(news?: SessionNews): Promise<void> {
  if (news === dataset.account) return;
  if (news && typeof news === 'object') return learn(news, 'ended');
  const mustAsk = news !== undefined || isDue({ expiresAt, lookedAt }, Date.now());
  lookedAt = Date.now();
  if (!mustAsk) return;
  // Each tab checks another tab's news itself, because the tab that holds the lock may have asked before it happened.
  // Otherwise one tab asks for all.
  await holdLock({ ifAvailable: news === undefined }, async () => {
    const answer = await askServer();
    if (news === undefined) shareAnswer(answer);
    learn(answer, news === undefined ? 'ended' : 'signed-out');
    // The page of a shared machine must go even if the server can't confirm the sign-out.
    if (news === null && answer.status === 'unavailable') location.reload();
  });
}

/**
 * Written by the server with the page. It counts from the document's own start, so it ends too early rather than too
 * late.
 */
function readSessionSeconds(): number {
  return Number(document.querySelector<HTMLElement>('[data-session-seconds]')?.dataset.sessionSeconds ?? 0);
}

/** A browser without Web Locks asks from every tab, which the server answers with one refresh. */
async function holdLock(options: LockOptions, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(sessionChannelName, options, (lock) => (lock ? work() : undefined));
}

async function askServer(): Promise<SessionAnswer> {
  try {
    const signal = AbortSignal.timeout(answerTimeoutInMilliseconds);
    const answer = await fetch('/api/session', { cache: 'no-store', signal });
    if (answer.ok) return (await answer.json()) as SessionAnswer;
  } catch (error) {
    // Offline, asleep, or an answer that is not ours: it is asked again at the next tick.
    if (!(error instanceof Error)) throw error;
  }
  return { status: 'unavailable' };
}

function shareAnswer(answer: SessionAnswer): void {
  const channel = new BroadcastChannel(sessionChannelName);
  channel.postMessage(answer satisfies SessionNews);
  channel.close();
}

/** @param why whether the session ended by itself or someone signed out. */
function learn(answer: SessionAnswer, why: 'ended' | 'signed-out'): void {
  if (answer.status === 'signed-in' && answer.account !== dataset.account) location.reload();
  if (answer.status === 'signed-in') expiresAt = Date.now() + answer.expiresInSeconds * 1000;
  if (answer.status === 'signed-out') leave(why);
}

/** A full load, so that nothing of the account stays in the tab. */
function leave(why: 'ended' | 'signed-out'): void {
  // A deliberate sign-out drops typed values too.
  if (why === 'ended') keepTypedForms();
  else dropKeptForms();
  const signIn = why === 'ended' ? '/sign-in?notice=session-ended' : '/sign-in';
  location.replace(withNext(signIn, location.pathname + location.search));
}
