import type { Context, Hono } from 'hono';
import type { Database, Query } from '../database.ts';
import type { MailServer } from '../mail/mail-server.ts';
import type { AuthSettings, MailTemplate, TemplateName } from '../settings.ts';
import type { Races } from './races.ts';
import type { RateLimits } from './rate-limits.ts';
import type { SigningKeys } from './signing-keys.ts';

/** What the gateway knows about a request and tells the Auth API. */
export interface CallerEnv {
  Bindings: {
    /** True when the request came with the secret key. */
    isServer: boolean;
    /** The address the session is recorded with. */
    ip: string;
  };
}
export type AuthApp = Hono<CallerEnv>;
export type AuthRequest = Context<CallerEnv>;

export interface AuthContext {
  /** Where the Auth API itself is, and the `iss` of its tokens. */
  issuer: string;
  settings: AuthSettings;
  templates: Record<TemplateName, MailTemplate>;
  database: Database;
  signingKeys: SigningKeys;
  rateLimits: RateLimits;
  mailServer: MailServer;
  races: Races;
}

/** One transaction with the rights that the hosted Auth API has, so that a trigger that lacks a grant fails here too. */
export function transactAsAuth<Result>(
  auth: AuthContext,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  return auth.database.transact('supabase_auth_admin', work);
}
