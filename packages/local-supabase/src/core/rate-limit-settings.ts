import { z } from 'zod';

const count = z.coerce.number().int().min(0);

export const rateLimitVariables = {
  LOCAL_SUPABASE_RATE_EMAIL_SENT: count.optional(),
  LOCAL_SUPABASE_RATE_SIGN_IN_SIGN_UPS: count.optional(),
  LOCAL_SUPABASE_RATE_TOKEN_REFRESH: count.optional(),
  LOCAL_SUPABASE_RATE_TOKEN_VERIFICATIONS: count.optional(),
  LOCAL_SUPABASE_RATE_WEB3: count.optional(),
  LOCAL_SUPABASE_RATE_PASSKEY: count.optional(),
  LOCAL_SUPABASE_RATE_FACTORS: count.optional(),
};

/** Named as in `[auth.rate_limit]` of a project. Undefined is no limit. */
export interface RateLimitSettings {
  /** Mails an hour, to all addresses together. */
  emailSent: number | undefined;
  /** Requests in five minutes from one address of the network, for each route. */
  signInSignUps: number | undefined;
  tokenRefresh: number | undefined;
  tokenVerifications: number | undefined;
  web3: number | undefined;
  /** Challenges to sign in with a passkey. Answers to them aren't limited. */
  passkey: number | undefined;
  /** Challenges, and as many codes of authenticators, in a minute from one address of the network. */
  factors: number | undefined;
}

const Variables = z.object(rateLimitVariables);

export function readRateLimits(environment: z.infer<typeof Variables>): RateLimitSettings {
  return {
    emailSent: environment.LOCAL_SUPABASE_RATE_EMAIL_SENT,
    signInSignUps: environment.LOCAL_SUPABASE_RATE_SIGN_IN_SIGN_UPS,
    tokenRefresh: environment.LOCAL_SUPABASE_RATE_TOKEN_REFRESH,
    tokenVerifications: environment.LOCAL_SUPABASE_RATE_TOKEN_VERIFICATIONS,
    web3: environment.LOCAL_SUPABASE_RATE_WEB3,
    passkey: environment.LOCAL_SUPABASE_RATE_PASSKEY,
    factors: environment.LOCAL_SUPABASE_RATE_FACTORS,
  };
}
