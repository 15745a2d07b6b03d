import { answerError } from '@/lib/api/answer-data';
import { readClientLogo } from '@/lib/apps/read-client';
import { dataPolicy } from '@/lib/http/security-headers';

/** An app's logo, for pages of this site. Unknown, disabled and logoless apps get the same response. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ clientId: string }> },
): Promise<Response> {
  const read = await readClientLogo((await params).clientId);
  if (!read.ok) return answerError(read.code);
  if (!read.logo) return answerError('app.unknown');
  return new Response(new Uint8Array(read.logo), {
    headers: {
      'content-type': 'image/png',
      'content-security-policy': dataPolicy,
      // A changed logo shows within five minutes.
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}
