import 'server-only';
import { decodeJwt } from 'jose';
import type { Result } from '../../result.ts';
import { requiresMfa } from '../../session/mfa.ts';
import type { PasskeyRequest } from '../passkey/passkey-options.ts';
import type { SignInWithPasskey } from '../passkey/passkey-schemas.ts';
import { requestPasskey, verifyPasskey } from '../passkey/verify-passkey.ts';
import { completeSignIn, readPendingMfa, setSignedInSession } from './finish-sign-in.ts';
import { forgetLastMethod } from './sign-in-cookies.ts';
import { askForCodesBefore, cancelMfa } from './sign-in-with-mfa.ts';

/** The same for every visitor: lists no account's passkeys. */
export function startPasskeySignIn(): Promise<Result<PasskeyRequest>> {
  return requestPasskey('sign-in', null);
}

/** A passkey counts as two factors; one set up outside this site as one until its owner keeps it. Fails as `verifyPasskey` does. */
export async function signInWithPasskey({
  next,
  ...answer
}: SignInWithPasskey): Promise<Result<{ redirectTo: string }>> {
  const pending = await readPendingMfa();
  const answered = await verifyPasskey('sign-in', null, answer);
  if (!answered.ok) {
    if (answered.code === 'passkey.unknown') await forgetLastMethod('passkey');
    return answered;
  }
  const { session, isKnown } = answered;
  // A passkey replaces this browser's waiting second step. Only the same account continues to that sign-in's destination.
  if (pending) await cancelMfa();
  const isTheirs = pending !== null && decodeJwt(pending.session.access_token).sub === session.user.id;
  const nextPath = next ?? (isTheirs ? pending.next : undefined);
  if (!isKnown) return setSignedInSession(session, 'passkey', nextPath);
  const mayLackCodes = requiresMfa(session.user.factors);
  return completeSignIn(
    session,
    'passkey',
    mayLackCodes ? await askForCodesBefore(nextPath, session.user.id) : nextPath,
  );
}
