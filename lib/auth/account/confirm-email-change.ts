import 'server-only';
import { recordActivity } from '../../activity/activity.ts';
import { signInMinimumTime } from '../../http/minimum-time.ts';
import { logFailure } from '../../log/log.ts';
import { hashCode, redeemMailToken } from '../../mail/redeem-mail-token.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { refreshClaims } from '../../session/request-session.ts';
import { requireLiveSession } from '../../session/require-live-session.ts';
import { revokeSession } from '../../session/sign-out.ts';
import { readViewer, type Viewer } from '../../session/viewer.ts';
import { shortenEmail } from '../../shorten.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { settleKnownMethod } from './known-methods.ts';
import { readSignInMethods } from './sign-in-methods.ts';

const oneConfirmedPath = '/auth/confirm?notice=one-agreed';

type Confirmed = Result<{ redirectTo: string }>;

/** Confirms for one address, by its link. The second confirmation changes the email and ends every other session. Doesn't sign in. */
export async function confirmEmailChange(tokenHash: string): Promise<Confirmed> {
  const floor = signInMinimumTime();
  const agreed = await confirmAddress({ token_hash: tokenHash, type: 'email_change' }, tokenHash);
  await floor;
  return agreed;
}

export async function confirmEmailChangeByCode(code: string): Promise<Confirmed> {
  const acting = await requireLiveSession();
  if (!acting.ok) return acting;
  const taken = await consumeAttempt('mailed_code', await readSubject(acting.viewer.id));
  if (!taken.ok) return taken;
  const floor = signInMinimumTime();
  const agreed = await confirmAddressByCode(acting.viewer, code);
  await floor;
  return agreed;
}

async function confirmAddressByCode(viewer: Viewer, code: string): Promise<Confirmed> {
  const read = await readSignInMethods(viewer);
  if (!read.ok) return read;
  const { email, emailChange } = read.signInMethods;
  const waiting = [
    ...(emailChange?.waitsForNew ? [emailChange.to] : []),
    ...(emailChange?.waitsForOld ? [email] : []),
  ];
  for (const address of waiting) {
    const token = { email: address, token: code, type: 'email_change' } as const;
    const agreed = await confirmAddress(token, hashCode(address, code));
    if (agreed.ok || agreed.code !== 'auth.link_invalid') return agreed;
  }
  return fail('auth.code_wrong', { fields: { code: 'auth.code_wrong' } });
}

/** A change to a taken address is confirmed here, with the same answer in the same time. */
async function confirmAddress(
  token: Parameters<typeof redeemMailToken>[0],
  tokenHash: string,
): Promise<Confirmed> {
  const known = await callFunction('agree_to_email_change', { p_token_hash: tokenHash });
  if (!known.ok) return known;
  if (known.rows === 'agreed') return { ok: true, redirectTo: oneConfirmedPath };
  if (known.rows === 'replaced') return fail('auth.link_invalid');
  const used = await redeemMailToken(token);
  if (!used.ok) return used;
  const { session } = used;
  if (!session) return { ok: true, redirectTo: oneConfirmedPath };
  // Auth returns a session with the second confirmation. It is revoked, because confirming an address doesn't sign in.
  await revokeSession(session);
  await settleKnownMethod(session.user.id, 'email');
  const check = await readViewer();
  const own = check.signedIn && check.viewer.id === session.user.id ? check.viewer : null;
  // Only the account's own browser knows the old address here. In any other browser, that address has just confirmed.
  const details = {
    ...(own?.email && { also_to: own.email, before: shortenEmail(own.email) }),
    ...(session.user.email && { after: shortenEmail(session.user.email) }),
  };
  await recordActivity(session.user.id, { kind: 'email_changed', details });
  // A failure is only logged: the email has changed already.
  const keeping = { p_user_id: session.user.id, p_keep: own?.sessionId ?? null };
  await logFailure(
    'session.not_ended',
    'Sessions could not be ended after an email change',
    callFunction('end_sessions_of_old_email', keeping),
  );
  if (!own) return { ok: true, redirectTo: '/auth/confirm?notice=email-changed' };
  await refreshClaims();
  return { ok: true, redirectTo: '/account?notice=email-changed' };
}
