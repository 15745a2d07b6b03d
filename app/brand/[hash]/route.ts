import { answerError } from '@/lib/api/answer-data';
import { environment } from '@/lib/env';
import { dataPolicy } from '@/lib/http/security-headers';

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ hash: string }> },
): Promise<Response> {
  const address = `/brand/${(await params).hash}`;
  const picture = Object.values(environment().pictures).find((one) => one?.address === address);
  if (!picture) return answerError('api.not_found');
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      'content-type': 'image/png',
      'content-security-policy': dataPolicy,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}
