import { answerError } from '@/lib/api/answer-error';
import { readClientLogo } from '@/lib/apps/read-client';
import { dataPolicy } from '@/lib/http/security-headers';

/** The logo of an app, for pages of this site. An app that is unknown, was switched off or has none looks the same. */
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
      // Anyone who changes it sees the new one soon.
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}
