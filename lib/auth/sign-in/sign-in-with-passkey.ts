import 'server-only';
import { decodeJwt } from 'jose';
import type { Result } from '../../result.ts';
import { answerPasskey } from '../passkey/answer-passkey.ts';
import type { PasskeyRequest } from '../passkey/ceremony.ts';
import { requestPasskey } from '../passkey/request-passkey.ts';
import type { SignInWithPasskey } from '../passkey/schemas.ts';
import { completeSignIn, setSignedInSession } from './finish-sign-in.ts';
import { forgetLastMethod } from './last-method.ts';
import { readPendingMfa } from './pending-mfa.ts';
import { cancelMfa } from './sign-in-with-mfa.ts';

/** The same for everyone: it names no account, whatever was typed. */
export function startPasskeySignIn(): Promise<Result<PasskeyRequest>> {
  return requestPasskey('sign-in', null);
}

/**
 * Signs in with a passkey. It is two factors in one, so that an account with an authenticator is let in without its code; but
 * not by a passkey that was set up past this site, which is one way among others until its owner keeps it.
 * @returns where to go next, or why not, as `answerPasskey` does. Throws SessionTooLarge.
 */
export async function signInWithPasskey({
  next,
  ...answer
}: SignInWithPasskey): Promise<Result<{ redirectTo: string }>> {
  const held = await readPendingMfa();
  const answered = await answerPasskey('sign-in', null, answer);
  if (!answered.ok) {
    if (answered.code === 'passkey.unknown') await forgetLastMethod('passkey');
    return answered;
  }
  const { session, isKnown } = answered;
  // It stands in for the rest of a sign-in that waits in this browser. Only the same account goes on to where that was going.
  if (held) await cancelMfa();
  const isTheirs = held !== null && decodeJwt(held.session.access_token).sub === session.user.id;
  const nextPath = next ?? (isTheirs ? held.next : undefined);
  return isKnown
    ? completeSignIn(session, 'passkey', nextPath)
    : setSignedInSession(session, 'passkey', nextPath);
}
