import 'server-only';
import type { Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { clientIdShape } from './read-client.ts';

/** @returns null, a PNG otherwise, for an app that is unknown, was switched off or has none, alike. */
export async function readClientLogo(clientId: string): Promise<Result<{ logo: Buffer | null }>> {
  if (!clientIdShape.test(clientId)) return { ok: true, logo: null };
  const read = await callFunction('read_oauth_client_logo', { p_client_id: clientId });
  if (!read.ok) return read;
  const base64: string | null = read.rows;
  return { ok: true, logo: base64 === null ? null : Buffer.from(base64, 'base64') };
}
