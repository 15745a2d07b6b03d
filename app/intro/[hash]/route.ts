import { answerError } from '@/lib/api/answer-data';
import { environment } from '@/lib/env';
import { dataPolicy } from '@/lib/http/security-headers';

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ hash: string }> },
): Promise<Response> {
  const { picture } = environment().intro;
  if (picture?.address !== `/intro/${(await params).hash}`) return answerError('api.not_found');
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      'content-type': picture.type,
      'content-security-policy': dataPolicy,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}
