import 'server-only';
import { z } from 'zod';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { hashId } from './client-secret.ts';

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

const Wallets = z.array(z.unknown()).nullable();

/** Other texts don't reach the database. */
const writtenAsSubject = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * @returns `app.subject_unknown` if the subject is unknown, another app's, or has no live grant of `wallets`, all alike;
 * `backend.unavailable`.
 */
export async function readSharedWallets(
  clientId: string,
  sub: string,
): Promise<Result<{ wallets: unknown[] }>> {
  if (!writtenAsSubject.test(sub)) return fail('app.subject_unknown');
  const read = await callFunction('list_wallets_of_subject', { p_client_id: clientId, p_sub: sub });
  if (!read.ok) return read;
  const wallets = Wallets.parse(read.rows);
  return wallets === null ? fail('app.subject_unknown') : { ok: true, wallets };
}
