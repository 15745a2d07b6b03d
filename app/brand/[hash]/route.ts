import { answerError, answerImage } from '@/lib/api/answer-data';
import { environment } from '@/lib/env';

/** A team's picture, also for wallets on phones, whose web views belong to other sites. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ hash: string }> },
): Promise<Response> {
  const address = `/brand/${(await params).hash}`;
  const picture = Object.values(environment().pictures).find((one) => one?.address === address);
  if (!picture) return answerError('api.not_found');
  return answerImage(new Uint8Array(picture.bytes), 'image/png', 'public, max-age=31536000, immutable');
}
