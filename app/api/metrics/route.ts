import { answerUnknown } from '@/lib/api/answer-data';
import { answerMetrics } from '@/lib/start-up/answer-metrics';

export const dynamic = 'force-dynamic';

/** Without `METRICS_TOKEN`, the path answers like an unknown one. */
export async function GET({ headers }: Request): Promise<Response> {
  const asked = { authorization: headers.get('authorization'), accept: headers.get('accept') };
  const answer = await answerMetrics('site', asked);
  return answer ? new Response(answer.body, { headers: answer.headers }) : answerUnknown();
}

export { answerUnknown as DELETE, answerUnknown as PATCH, answerUnknown as POST, answerUnknown as PUT };
