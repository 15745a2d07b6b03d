import 'server-only';
import { z } from 'zod';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { hashId } from './hash-id.ts';

const Granted = z.object({
  clientId: z.string(),
  grantId: z.string(),
  scopes: z.array(z.string()),
  claims: z.object({ sub: z.string(), wallets: z.array(z.unknown()).optional() }),
});

type Granted = {
  clientId: string;
  grantId: string;
  sub: string;
  /** The claim `wallets`; null if the token or the consent doesn't cover it. */
  wallets: unknown[] | null;
};

/** Reads the database each time, so an expired or ended token is useless at once. @returns `app.token_invalid`, `backend.unavailable`. */
export async function readGranted(request: Pick<Request, 'headers'>): Promise<Result<Granted>> {
  const token = /^bearer +([A-Za-z0-9._~+/-]{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined) return fail('app.token_invalid');
  const read = await callFunction('read_access_token', { p_token_hash: hashId(token) });
  if (!read.ok) return read;
  if (read.rows === null) return fail('app.token_invalid');
  const { clientId, grantId, claims } = Granted.parse(read.rows);
  return { ok: true, clientId, grantId, sub: claims.sub, wallets: claims.wallets ?? null };
}
