import { environment } from '@/lib/env';
import captchaGuard from './captcha-guard.inline';

export const dynamic = 'force-dynamic';

/** The script of pages with a captcha. 404 if the site has none: no page requests it then. */
export function GET(): Response {
  if (!environment().captcha) return new Response(null, { status: 404 });
  return new Response(captchaGuard, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  });
}
