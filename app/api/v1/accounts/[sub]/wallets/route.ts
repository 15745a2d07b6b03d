import { answerApp, answerOrLog, refuseApp } from '@/lib/api/answer-app';
import { authenticateClient, readSharedWallets } from '@/lib/apps/authenticate-client';
import { countAppRequest, countRefusal } from '@/lib/rate-limit/consume';

export {
  answerPreflightWithoutCors as OPTIONS,
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
} from '@/lib/api/answer-data';

type Context = { params: Promise<{ sub: string }> };

/** The wallets of a user for an app's own server, which has no token of the user. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerOrLog(request, 'The wallets of a subject', async () => {
    const app = await authenticateClient(request);
    if (!app.ok) return refuseApp(await countRefusal(request, app));
    const { sub } = await params;
    const read = await readSharedWallets(app.clientId, sub);
    // By person, like tokens, so that one of an app's people can't exhaust the limit of the others.
    const counted = read.ok
      ? await countAppRequest('token_request', `${app.clientId} ${sub}`)
      : await countAppRequest('app_request', app.clientId);
    if (!counted.ok) return refuseApp(counted);
    return read.ok ? answerApp(request, { sub, wallets: read.wallets, ...read.page }) : refuseApp(read);
  });
}
