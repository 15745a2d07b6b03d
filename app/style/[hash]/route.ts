import sheet from '@/app/style/rules.pcss';
import { sheetHash } from '@/app/style/sheet-address';
import { dataPolicy } from '@/lib/http/security-headers';

/** During a deployment, another version's page gets this version's sheet, uncached, rather than no style. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ hash: string }> },
): Promise<Response> {
  const isThis = (await params).hash === sheetHash;
  return new Response(sheet, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'content-security-policy': dataPolicy,
      'cache-control': isThis ? 'public, max-age=31536000, immutable' : 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}
