import { siteSheet } from '@/app/style/site-sheet';
import { dataPolicy } from '@/lib/http/security-headers';

/** During a deployment, another version's page gets this version's sheet, uncached, rather than no style. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ hash: string }> },
): Promise<Response> {
  const { text, hash } = siteSheet();
  const isThis = (await params).hash === hash;
  return new Response(text, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'content-security-policy': dataPolicy,
      'cache-control': isThis ? 'public, max-age=31536000, immutable' : 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}
