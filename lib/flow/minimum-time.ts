import 'server-only';
import { environment } from '../env.ts';

/**
 * Auth skips the password hash for an unknown e-mail, which shows in the time it takes. A refused sign-in comes no
 * sooner than this: several times what the hash takes, so that the difference drowns.
 */
const signInMinimumTimeInMilliseconds = 800;

/** Auth sends a mail before it answers, and only to an address that gets one. A mail server takes about a second. */
const mailMinimumTimeInMilliseconds = 1500;

/** Call it before the work; awaiting what it returns, after the work, keeps the answer from coming sooner. */
export function signInMinimumTime(): Promise<void> {
  return pass(signInMinimumTimeInMilliseconds);
}

export function mailMinimumTime(): Promise<void> {
  return pass(mailMinimumTimeInMilliseconds);
}

function pass(milliseconds: number): Promise<void> {
  if (!environment().hasMinimumTimes) return Promise.resolve();
  return new Promise((passed) => setTimeout(passed, milliseconds));
}
