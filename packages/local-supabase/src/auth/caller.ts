import type { Context, Hono } from 'hono';

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
