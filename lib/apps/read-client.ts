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

/** The host whose apps all get the same ID of a user; null if the app has its own: a user registered it, or it runs on one device. */
export function sharedSector({ clientId, sector }: Pick<Client, 'clientId' | 'sector'>): string | null {
  return sector === clientId ? null : sector;
}

/** Other ids don't reach the database. */
export const clientIdShape = /^app_[a-z0-9]{24}$/;

/** @returns null for an unknown or disabled app, alike. Throws during an outage. */
export async function readClient(id: string): Promise<Client | null> {
  if (!clientIdShape.test(id)) return null;
  const read = await callFunction('read_oauth_client', { p_client_id: id });
  if (!read.ok) throw errorOf('An app could not be read', read);
  return read.rows === null ? null : Client.parse(read.rows);
}

/** @returns the PNG; null for an app that is unknown, disabled or without a logo, all alike. */
export async function readClientLogo(clientId: string): Promise<Result<{ logo: Buffer | null }>> {
  if (!clientIdShape.test(clientId)) return { ok: true, logo: null };
  const read = await callFunction('read_oauth_client_logo', { p_client_id: clientId });
  if (!read.ok) return read;
  const base64: string | null = read.rows;
  return { ok: true, logo: base64 === null ? null : Buffer.from(base64, 'base64') };
}
