import { dirname } from 'node:path';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import type { Postgres } from './start-postgres.ts';
import { startProgram } from './start-program.ts';

export type Auth = {
  url: string;
  stop(): Promise<void>;
};

/**
 * Starts a real Auth server on a database of this cluster.
 * @param binary path of `auth`, built from github.com/supabase/auth. An unprivileged user has to be able to run it.
 * @throws Error with its output if it exits before it listens
 */
export async function startAuth(postgres: Postgres, database: string, binary: string): Promise<Auth> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...{ PATH: process.env.PATH, PORT: String(port), GOTRUE_API_HOST: '127.0.0.1', API_EXTERNAL_URL: url },
    ...{ GOTRUE_DB_DRIVER: 'postgres', DATABASE_URL: postgres.url(database, 'supabase_auth_admin') },
    ...{ GOTRUE_SITE_URL: 'http://localhost:3000', GOTRUE_JWT_AUD: 'authenticated', GOTRUE_JWT_ISSUER: url },
    // A secret for this test only.
    ...{ GOTRUE_JWT_SECRET: 'a secret of the drill with at least 32 characters' },
  };
  const auth = await startProgram(binary, ['serve'], { port, env, cwd: dirname(binary) });
  return { url, stop: auth.stop };
}

export async function askForTokens(
  { url }: Auth,
  grant: 'password' | 'refresh_token',
  body: Record<string, string>,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await fetch(`${url}/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}
