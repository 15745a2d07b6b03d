import { answerApp, refuseApp } from '@/lib/api/answer-app';
import { forEverybody } from '@/lib/api/answer-data';
import { readGranted } from '@/lib/apps/read-granted';
import { answerOrLog } from '@/lib/http/answer-or-log';
import { countAppRequest, countRefusal } from '@/lib/rate-limit/limit-apps';
import { fail } from '@/lib/result';

export {
  answerTokenPreflight as OPTIONS,
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
} from '@/lib/api/other-methods';

/** A page of an app may ask with its token, and read what it compares. */
const forPages = { ...forEverybody, 'access-control-expose-headers': 'ETag, WWW-Authenticate, Retry-After' };

/** The wallets that an access token's person shares with its app right now, as the claim `wallets` has them. */
export function GET(request: Request): Promise<Response> {
  return answerOrLog(request, 'The wallets of a token', async () => {
    const granted = await readGranted(request);
    if (!granted.ok) return refuseApp(await countRefusal(request, granted), forPages);
    const counted = await countAppRequest('token_request', granted.grantId);
    if (!counted.ok) return refuseApp(counted, forPages);
    const { sub, wallets } = granted;
    if (wallets === null) return refuseApp(fail('app.scope_missing'), forPages);
    return answerApp(request, { sub, wallets }, forPages);
  });
}
