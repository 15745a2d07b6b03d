import type { MiddlewareHandler } from 'hono';
import type { RateLimitSettings } from '../core/rate-limit-settings.ts';
import { AuthError } from './auth-error.ts';
import type { AuthRequest, CallerEnv } from './caller.ts';

const requestsWindowMs = 5 * 60 * 1000;
const mailsWindowMs = 60 * 60 * 1000;
const factorsWindowMs = 60 * 1000;
/** Whatever the limit, so many requests at once, as at Supabase. Afterwards the limit decides. */
const requestsBurst = 30;

interface Allowance {
  left: number;
  countedAt: number;
}

export interface RateLimits {
  /** Throws AuthError 429 when no more mails may be sent. */
  countMail(): void;
  /** Refuses requests that come too often from one address of the network. */
  limitRequests: MiddlewareHandler<CallerEnv>;
}

/** Counts in this process, each route for itself: an allowance that refills evenly over its window. */
export function createRateLimits(settings: RateLimitSettings): RateLimits {
  const allowances = new Map<string, Allowance>();
  const take = (
    key: string,
    { limit, burst, windowMs }: { limit: number; burst: number; windowMs: number },
  ) => {
    const now = Date.now();
    const known = allowances.get(key) ?? { left: burst, countedAt: now };
    const left = Math.min(burst, known.left + ((now - known.countedAt) / windowMs) * limit);
    const isAllowed = left >= 1;
    allowances.set(key, { left: isAllowed ? left - 1 : left, countedAt: now });
    return isAllowed;
  };
  return {
    countMail: () => {
      const limit = settings.emailSent;
      if (limit === undefined || take('mails', { limit, burst: limit, windowMs: mailsWindowMs })) return;
      throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded');
    },
    limitRequests: async (request, next) => {
      const name = nameLimit(request);
      const limit = name && settings[name];
      if (limit !== undefined) {
        const route = request.req.path.replace(factorPath, '/factors/:id/');
        const windowMs = name === 'factors' ? factorsWindowMs : requestsWindowMs;
        if (!take(`${name} ${route} ${request.env.ip}`, { limit, burst: requestsBurst, windowMs })) {
          throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached');
        }
      }
      await next();
    },
  };
}

type RequestLimit = Exclude<keyof RateLimitSettings, 'emailSent'>;

const limitOfRoute = new Map<string, RequestLimit>([
  ['POST /auth/v1/signup', 'signInSignUps'],
  ['POST /auth/v1/otp', 'signInSignUps'],
  ['POST /auth/v1/magiclink', 'signInSignUps'],
  ['POST /auth/v1/recover', 'signInSignUps'],
  ['POST /auth/v1/resend', 'signInSignUps'],
  ['PUT /auth/v1/user', 'signInSignUps'],
  ['POST /auth/v1/token', 'tokenRefresh'],
  ['GET /auth/v1/verify', 'tokenVerifications'],
  ['POST /auth/v1/verify', 'tokenVerifications'],
  ['POST /auth/v1/passkeys/authentication/options', 'passkey'],
]);

/** A factor's challenge, and the code that answers it. */
const factorPath = /\/factors\/[^/]+\/(?=(challenge|verify)$)/;

function nameLimit({ req }: AuthRequest): RequestLimit | undefined {
  if (req.method === 'POST' && factorPath.test(req.path)) return 'factors';
  const name = limitOfRoute.get(`${req.method} ${req.path}`);
  return name === 'tokenRefresh' && req.query('grant_type') === 'web3' ? 'web3' : name;
}
