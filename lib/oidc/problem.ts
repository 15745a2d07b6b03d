import 'server-only';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { ErrorCode } from '../errors.ts';

/** The catalogue's codes for requests that can't go back to their app. */
const codes: Record<string, ErrorCode> = {
  invalid_redirect_uri: 'app.redirect_unknown',
  invalid_client: 'app.unknown',
  invalid_request_uri: 'app.request_expired',
  server_error: 'backend.unavailable',
};

/** People use these routes; apps' servers and scripts use the others. */
const routesOfPeople = ['authorization', 'resume', 'end_session'];

/** Leads a person to a page of ours, and tells an app's server in JSON whatever it said that it reads. */
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

/** The same while the backend is away: from there the request can be made again. @param again its own path, with its query. */
export function unavailablePath(again: string): string {
  return `${problemPath('backend.unavailable')}&again=${encodeURIComponent(again)}`;
}

/** @returns null for anything but a request of an app, which is all that the page may lead to. */
export function readAgain(again: string | undefined): string | null {
  return again !== undefined && /^\/oauth\/(authorize[?/]|logout(\?|$))/.test(again) ? again : null;
}
