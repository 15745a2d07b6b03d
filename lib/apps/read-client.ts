import 'server-only';
import { z } from 'zod';
import { errorOf } from '../backend-unavailable.ts';
import type { Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { idTokenAlgorithms } from './check-registration.ts';

export const Client = z.object({
  clientId: z.string(),
  name: z.string(),
  redirectUris: z.array(z.string()),
  signOutUris: z.array(z.string()),
  sector: z.string(),
  isConfidential: z.boolean(),
  secretHashes: z.array(z.string()),
  isFirstParty: z.boolean(),
  isReviewed: z.boolean(),
  algorithm: z.enum(idTokenAlgorithms),
  requiresPkce: z.boolean(),
  hasLogo: z.boolean(),
});

export type Client = z.infer<typeof Client>;

/**
 * The host whose apps know a person by one and the same ID, now or later; null for an app that shares its own with none, because a
 * person registered it or it runs on one machine alone.
 */
export function sharedSector({ clientId, sector }: Pick<Client, 'clientId' | 'sector'>): string | null {
  return sector === clientId ? null : sector;
}

/** No id of ours is longer, and none has other characters: the database need not be asked about those. */
export const clientIdShape = /^app_[a-z0-9]{24}$/;

/** @returns null for an app that is unknown or was switched off, alike. Throws when the database can't be asked. */
export async function readClient(id: string): Promise<Client | null> {
  if (!clientIdShape.test(id)) return null;
  const read = await callFunction('read_oauth_client', { p_client_id: id });
  if (!read.ok) throw errorOf('An app could not be read', read);
  return read.rows === null ? null : Client.parse(read.rows);
}

/** @returns null, a PNG otherwise, for an app that is unknown, was switched off or has none, alike. */
export async function readClientLogo(clientId: string): Promise<Result<{ logo: Buffer | null }>> {
  if (!clientIdShape.test(clientId)) return { ok: true, logo: null };
  const read = await callFunction('read_oauth_client_logo', { p_client_id: clientId });
  if (!read.ok) return read;
  const base64: string | null = read.rows;
  return { ok: true, logo: base64 === null ? null : Buffer.from(base64, 'base64') };
}
