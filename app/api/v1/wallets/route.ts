import { answerApp, answerOrLog, refuseApp } from '@/lib/api/answer-app';
import { corsForAll } from '@/lib/api/answer-data';
import { readGranted } from '@/lib/apps/authenticate-client';
import { countAppRequest, countRefusal } from '@/lib/rate-limit/consume';
import { fail } from '@/lib/result';

export {
  answerTokenPreflight as OPTIONS,
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
} from '@/lib/api/answer-data';

/** Lets an app's page send its token, and read the headers that it needs. */
const forPages = { ...corsForAll, 'access-control-expose-headers': 'ETag, WWW-Authenticate, Retry-After' };

/** The wallets that a token's user shares with its app now, in the format of the claim `wallets`. */
export function GET(request: Request): Promise<Response> {
  return answerOrLog(request, 'The wallets of a token', async () => {
    const granted = await readGranted(request);
    if (!granted.ok) return refuseApp(await countRefusal(request, granted), forPages);
    const counted = await countAppRequest('token_request', granted.grantId);
    if (!counted.ok) return refuseApp(counted, forPages);
    const { sub, wallets, page } = granted.claims;
    if (!wallets) return refuseApp(fail('app.scope_missing'), forPages);
    return answerApp(request, { sub, wallets, ...page }, forPages);
  });
}
