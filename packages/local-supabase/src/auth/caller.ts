import type { Context, Hono } from 'hono';

export interface CallerEnv {
  Bindings: {
    /** True if the request carries the secret key. */
    isServer: boolean;
    /** Stored with the session. */
    ip: string;
  };
}
export type AuthApp = Hono<CallerEnv>;
export type AuthRequest = Context<CallerEnv>;
