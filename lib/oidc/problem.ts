import 'server-only';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { ErrorCode } from '../errors.ts';

/** Codes of errors that can't be returned to the app. */
const codes: Record<string, ErrorCode> = {
  invalid_redirect_uri: 'app.redirect_unknown',
  invalid_client: 'app.unknown',
  invalid_request_uri: 'app.request_expired',
  server_error: 'backend.unavailable',
};

/** Routes that users open; apps' servers and scripts use the others. */
const routesOfPeople = ['authorization', 'resume', 'end_session'];

/** Redirects a user to our error page, and answers an app in JSON, whatever it accepts. */
export function describeProblem(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void {
  if (!routesOfPeople.includes(ctx.oidc.route)) {
    ctx.type = 'json';
    ctx.body = out;
    return;
  }
  const isOver = error.name === 'SessionNotFound';
  const code = isOver ? 'app.request_expired' : (codes[out.error] ?? 'app.request_invalid');
  ctx.status = 303;
  ctx.redirect(code === 'backend.unavailable' ? unavailablePath(ctx.url) : problemPath(code));
}

export function problemPath(code: ErrorCode): string {
  return `/connect/problem?code=${code}`;
}

/** The same while the backend is down, with a retry. @param again the request's path and query. */
export function unavailablePath(again: string): string {
  return `${problemPath('backend.unavailable')}&again=${encodeURIComponent(again)}`;
}

/** @returns null unless it is an app's request, the only kind of address that the page may link to. */
export function readAgain(again: string | undefined): string | null {
  return again !== undefined && /^\/oauth\/(authorize[?/]|logout(\?|$))/.test(again) ? again : null;
}
