import { dataPolicy } from '@/lib/http/security-headers';
import sheet from '../rules.pcss';
import { sheetHash } from '../sheet-address';

/**
 * The style sheet. While servers are replaced, one may be asked for the sheet of another: a page looks better with a sheet of
 * before or after than with none, but nothing keeps it under that name.
 */
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
