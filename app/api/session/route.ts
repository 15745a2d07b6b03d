import { answerOrLog } from '@/lib/api/answer-app';
import { refusal } from '@/lib/http/refuse-request';
import { cacheControl } from '@/lib/http/security-headers';
import type { SessionAnswer } from '@/lib/session/session-answer';
import { checkLiveSession } from '@/lib/session/sign-out';
import { hashAccount, readViewer, secondsUntilExpiry } from '@/lib/session/viewer';

export const dynamic = 'force-dynamic';

/** Answers an open page. The middleware has already refreshed the session if it was due. */
export async function GET(request: Request): Promise<Response> {
  // Other sites can't read the response, so they shouldn't trigger a refresh either.
  if ((request.headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin')
    return refusal('request.cross_site');
  const answer = await answerOrLog(request, 'The session', async () => Response.json(await readAnswer()));
  answer.headers.set('cache-control', cacheControl);
  // Only this site's pages read it, unlike the failures of public data.
  answer.headers.delete('access-control-allow-origin');
  answer.headers.set('vary', 'cookie');
  return answer;
}

async function readAnswer(): Promise<SessionAnswer> {
  const check = await readViewer();
  if (!check.signedIn) return { status: check.reason };
  const { viewer } = check;
  const live = await checkLiveSession(viewer);
  // Neither an outage nor a missing second factor ends a session.
  if (!live.ok && live.code === 'auth.signed_out') return { status: 'signed-out' };
  return {
    status: 'signed-in',
    expiresInSeconds: secondsUntilExpiry(viewer),
    account: hashAccount(viewer.id),
  };
}
