import { exportAccount } from '@/lib/auth/account/export-account';
import { isStepUpError } from '@/lib/auth/step-up/step-up-errors';
import { cacheControl } from '@/lib/http/security-headers';
import { withNext } from '@/lib/http/with-next';
import type { Failure } from '@/lib/result';
import { actingViewer } from '@/lib/session/viewer';

const accountPath = '/account';

/** Returns the file. Only the page's own form gets here; the middleware refuses cross-site POSTs. */
export async function POST(): Promise<Response> {
  const acting = await actingViewer();
  const exported = acting.ok ? await exportAccount(acting.viewer) : acting;
  if (!exported.ok) return redirectTo(explain(exported));
  return new Response(exported.json, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="countersign-${new Date().toISOString().slice(0, 10)}.json"`,
      'cache-control': cacheControl,
    },
  });
}

/** Redirects a user who returns here after sign-in, or types the URL, to the page. */
export function GET(): Response {
  return redirectTo(accountPath);
}

/** Redirects to the page, which shows the error beside the button. */
function explain({ code, retryAfterSeconds = 0 }: Failure): string {
  if (code === 'auth.signed_out') return withNext('/sign-in', accountPath);
  if (isStepUpError(code)) return withNext('/confirm-access', `${accountPath}#export`);
  const query = new URLSearchParams({ 'export-problem': code, wait: String(retryAfterSeconds) });
  return `${accountPath}?${query}#export`;
}

function redirectTo(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': cacheControl } });
}
