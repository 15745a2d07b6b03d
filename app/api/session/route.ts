import { refusal } from '@/lib/http/check-csrf';
import { cacheControl } from '@/lib/http/security-headers';
import { checkLiveSession } from '@/lib/session/end-session';
import { hashAccount } from '@/lib/session/hash-account';
import type { SessionAnswer } from '@/lib/session/session-answer';
import { readViewer, secondsUntilExpiry } from '@/lib/session/viewer';

export const dynamic = 'force-dynamic';

/** Answers an open page. The middleware has already refreshed the session, if that was due. */
export async function GET(request: Request): Promise<Response> {
  // Other sites could not read the answer, and need not make us refresh anything.
  if ((request.headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin')
    return refusal('request.cross_site');
  const headers = { 'cache-control': cacheControl, vary: 'cookie' };
  return Response.json(await readAnswer(), { headers });
}

async function readAnswer(): Promise<SessionAnswer> {
  const check = await readViewer();
  if (!check.signedIn) return { status: check.reason };
  const { viewer } = check;
  const live = await checkLiveSession(viewer);
  // An outage says nothing against the session, and neither does a second factor that it owes.
  if (!live.ok && live.code === 'auth.signed_out') return { status: 'signed-out' };
  return {
    status: 'signed-in',
    expiresInSeconds: secondsUntilExpiry(viewer),
    account: hashAccount(viewer.id),
  };
}
