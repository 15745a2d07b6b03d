import 'server-only';
import { environment } from '../../env.ts';
import { ownCookie } from '../../http/own-cookie.ts';

/** This browser's pause after its last email. Auth pauses only addresses with an account, which would reveal them. */
const cookie = ownCookie('mail-pause-until');

/** Supabase's default pause for an address; 1 s for the local backend. */
function pauseInSeconds(): number {
  return environment().embedded ? 1 : 60;
}

/** Longer than Auth's own pause, which starts when Auth sends: its refusal would reveal that the first address was free. */
export function emailChangePauseInSeconds(): number {
  return pauseInSeconds() + (environment().embedded ? 1 : 5);
}

/** @returns seconds until this browser may request another email; 0 if it may now. */
export async function mailPauseLeft(): Promise<number> {
  const until = Number(await cookie.read());
  const left = Math.ceil((until - Date.now()) / 1000);
  return left > 0 ? Math.min(left, pauseInSeconds()) : 0;
}

export async function startMailPause(): Promise<void> {
  const seconds = pauseInSeconds();
  await cookie.write(String(Date.now() + seconds * 1000), seconds);
}
