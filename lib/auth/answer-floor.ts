import { setTimeout as delay } from 'node:timers/promises';

/**
 * Auth skips the password hash for an unknown e-mail and sends no mail to it, which shows in the time it takes.
 * A refused sign-in, and every answer to "send me a mail", comes no sooner than this: several times what the hash
 * and a mail take, so that the difference drowns.
 */
export const answerFloorInMilliseconds = 800;

/** Call it before the work; awaiting what it returns, after the work, keeps the answer from coming sooner. */
export function answerFloor(): Promise<void> {
  return delay(answerFloorInMilliseconds, undefined, { ref: false });
}
