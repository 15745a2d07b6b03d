import { z } from 'zod';
import { answerOrLog, refuseApp } from '@/lib/api/answer-app';
import { authenticateClient } from '@/lib/apps/authenticate-client';
import { PollRequest, pollAppEvents } from '@/lib/oidc/poll-app-events';
import { countAppRequest, countRefusal } from '@/lib/rate-limit/consume';
import { fail } from '@/lib/result';

export {
  answerPostPreflightWithoutCors as OPTIONS,
  refuseAllButPost as DELETE,
  refuseAllButPost as GET,
  refuseAllButPost as PATCH,
  refuseAllButPost as PUT,
} from '@/lib/api/answer-data';

/** An app may send its credentials in the body too. */
const Fields = z.record(z.string(), z.unknown());

/** Events for an app's server, which polls and acknowledges them (RFC 8936). */
export function POST(request: Request): Promise<Response> {
  return answerOrLog(request, 'A poll for events', async () => {
    const body: unknown = await request.json().catch(() => null);
    const app = await authenticateClient(request, Fields.safeParse(body).data);
    if (!app.ok) return refuseApp(await countRefusal(request, app));
    const counted = await countAppRequest('app_request', app.clientId);
    if (!counted.ok) return refuseApp(counted);
    const asked = PollRequest.safeParse(body);
    if (!asked.success) return refuseApp(fail('api.body_invalid'));
    const polled = await pollAppEvents(app, asked.data, request.signal);
    if (!polled.ok) return refuseApp(polled);
    const { sets, moreAvailable } = polled;
    return Response.json({ sets, moreAvailable }, { headers: { 'cache-control': 'no-store' } });
  });
}
