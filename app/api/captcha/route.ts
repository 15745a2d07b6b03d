import { environment } from '@/lib/env';
import { captchaGuard } from '@/lib/flow/captcha-guard';

export const dynamic = 'force-dynamic';

/** The script of pages with a captcha. 404 where the site has none: then no page asks for it. */
export function GET(): Response {
  if (!environment().captcha) return new Response(null, { status: 404 });
  return new Response(captchaGuard, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  });
}
