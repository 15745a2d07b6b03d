import 'server-only';
import { environment } from '../../env.ts';
import { ownCookie } from '../../supabase/own-cookie.ts';

/** This browser's pause after its last email. Auth has one only for addresses that have an account, which would tell. */
const cookie = ownCookie('mail-pause-until');

/** Supabase's default pause for one address; the local backend's is a second. */
function pauseInSeconds(): number {
  return environment().embedded ? 1 : 60;
}

/** Longer than Auth's own pause, which begins as Auth mails: a mail that Auth refused would tell that the first was free. */
export function emailChangePauseInSeconds(): number {
  return pauseInSeconds() + (environment().embedded ? 1 : 5);
}

/** @returns seconds until this browser may ask for another mail; 0 when it may now. */
export async function mailPauseLeft(): Promise<number> {
  const until = Number(await cookie.read());
  const left = Math.ceil((until - Date.now()) / 1000);
  return left > 0 ? Math.min(left, pauseInSeconds()) : 0;
}

export async function startMailPause(): Promise<void> {
  const seconds = pauseInSeconds();
  await cookie.write(String(Date.now() + seconds * 1000), seconds);
}
