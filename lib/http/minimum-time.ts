import 'server-only';
import { environment } from '../env.ts';

/** Of a refused sign-in: several times the password hash, which Auth skips for an unknown email, to hide the difference. */
const signInMinimumTimeInMilliseconds = 800;

/** Auth sends an email before it answers, and only if the address gets one. A mail server takes about a second. */
const mailMinimumTimeInMilliseconds = 1500;

/** Call it before the work, and await the promise after it: the response then takes at least this long. */
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
