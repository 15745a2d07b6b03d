import type { MiddlewareHandler } from 'hono';
import type { Captcha } from '../core/captcha.ts';
import { AuthError } from './auth-error.ts';
import type { AuthRequest, CallerEnv } from './caller.ts';

const routes = new Set([
  'POST /auth/v1/signup',
  'POST /auth/v1/recover',
  'POST /auth/v1/resend',
  'POST /auth/v1/magiclink',
  'POST /auth/v1/otp',
  'POST /auth/v1/token',
  'POST /auth/v1/passkeys/authentication/options',
]);
/** They continue a checked sign-in or a session. An unknown grant is checked. */
const grantsWithout = new Set(['pkce', 'refresh_token', 'id_token']);

const disallowed = (why: string) =>
  new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${why})`);

/** As Auth does, refuses requests without a valid captcha token before any other check. The secret key alone is exempt. */
export function refuseWithoutCaptcha(captcha: Captcha | null): MiddlewareHandler<CallerEnv> {
  return async (request, next) => {
    if (captcha && isChecked(request)) {
      const token = await readToken(request);
      if (token === '') throw disallowed('no captcha_token found');
      const { success, 'error-codes': codes } = captcha.verify(token);
      if (!success) throw disallowed(codes.join(', '));
    }
    await next();
  };
}

function isChecked({ req, env }: AuthRequest): boolean {
  if (!routes.has(`${req.method} ${req.path}`)) return false;
  if (env.isServer && req.header('authorization') === undefined) return false;
  return !(req.path.endsWith('/token') && grantsWithout.has(req.query('grant_type') ?? ''));
}

type Body = { gotrue_meta_security?: { captcha_token?: unknown } } | null;

async function readToken({ req }: AuthRequest): Promise<string> {
  const text = await req.text();
  try {
    const token = (JSON.parse(text || '{}') as Body)?.gotrue_meta_security?.captcha_token;
    return typeof token === 'string' ? token.trim() : '';
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
}
