import 'server-only';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { clientIdShape } from '../apps/read-client.ts';
import type { ErrorCode } from '../errors.ts';
import { readSealedRequest, sealRequest } from './withheld-answer.ts';

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

const sealedAs = 'causes of a failed request';

const Asked = z.object({
  clientId: z.string(),
  uri: z.string(),
  step: z.string(),
  codes: z.string().array(),
});
export type Asked = z.infer<typeof Asked>;

/** Seals a failed request, so that no crafted link puts text on its page: nothing invisible, reordered or longer than a registered URI. */
export function sealAsked({ clientId, uri, ...asked }: Asked): string {
  const shownId = clientIdShape.test(clientId) ? clientId : 'malformed';
  const shownUri = /^[!-~]{0,500}$/.test(uri) ? uri : 'malformed';
  return sealRequest(sealedAs, { clientId: shownId, uri: shownUri, ...asked });
}

/** @returns null if it was changed, sealed for another page, or is older than ten minutes. */
export function readAsked(sealed: string | undefined): Asked | null {
  return readSealedRequest(sealedAs, sealed ?? '', Asked);
}
