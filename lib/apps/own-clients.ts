import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { flushOutbox } from '../mail/flush-outbox.ts';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import { idTokenAlgorithms, type Registration } from './check-registration.ts';
import { makeClientSecret } from './client-secret.ts';

const OwnClient = z.object({
  clientId: z.string(),
  name: z.string(),
  redirectUris: z.array(z.string()),
  signOutUris: z.array(z.string()),
  isConfidential: z.boolean(),
  algorithm: z.enum(idTokenAlgorithms),
  hasLogo: z.boolean(),
  createdAt: z.string(),
  isDisabled: z.boolean(),
  secretMadeAt: z.string().nullable(),
  /** When the previous secret expires; null if none is valid. */
  previousSecretUntil: z.string().nullable(),
});

export type OwnClient = z.infer<typeof OwnClient>;

export const mostOwnClients = 10;
const keepSeconds = 24 * 60 * 60;

/** @returns the newest first. Refuses like every read of a session. */
export async function listOwnClients(acting: Acting): Promise<Result<{ clients: OwnClient[] }>> {
  const listed = await callAsViewer(acting, 'list_own_oauth_clients');
  return listed.ok ? { ok: true, clients: OwnClient.array().parse(listed.rows) } : listed;
}

/** The database requires a recent step-up, here and below. */
export async function registerOwnClient(
  acting: Acting,
  registration: Registration & { logo?: string | null },
  device: string | null,
): Promise<Result<{ clientId: string; secret: string | null }>> {
  const made = registration.is_confidential ? makeClientSecret() : null;
  const registered = await callAsViewer(acting, 'register_own_oauth_client', {
    p_client: registration,
    p_secret_hash: made?.hash ?? null,
    p_device: device,
  });
  if (!registered.ok) return registered;
  after(flushOutbox);
  return { ok: true, clientId: registered.rows, secret: made?.secret ?? null };
}

/** @param change omitted fields stay; a null logo is deleted. */
export async function changeOwnClient(
  acting: Acting,
  clientId: string,
  change: Partial<Registration> & { logo?: string | null },
  device: string | null,
): Promise<Result> {
  const parameters = { p_client_id: clientId, p_client: change, p_device: device };
  return callAsViewer(acting, 'change_own_oauth_client', parameters);
}

/** The secrets that a rotation ends: the newest, if the user lost it, or both. `newestMadeAt` is the displayed `secretMadeAt`. */
export type EndingSecret = { ending: 'newest' | 'both'; newestMadeAt: string | undefined };

/**
 * The replaced secret stays valid for a day; if an older one is still valid, `ended` says which to end, else `app.secret_just_made`.
 * `app.secret_changed` if the newest isn't the displayed one, `app.no_secret_before` if it is the only one.
 */
export async function rotateOwnSecret(
  acting: Acting,
  clientId: string,
  ended: EndingSecret | null,
  device: string | null,
): Promise<Result<{ secret: string }>> {
  const { secret, hash } = makeClientSecret();
  const rotated = await callAsViewer(acting, 'rotate_own_oauth_client_secret', {
    p_client_id: clientId,
    p_secret_hash: hash,
    p_keep_seconds: ended ? (ended.ending === 'newest' ? null : 0) : keepSeconds,
    p_newest_made_at: ended?.newestMadeAt ?? null,
    p_device: device,
  });
  if (!rotated.ok) return rotated;
  after(flushOutbox);
  return { ok: true, secret };
}

export async function removeOwnClient(
  acting: Acting,
  clientId: string,
  device: string | null,
): Promise<Result> {
  return callAsViewer(acting, 'remove_own_oauth_client', { p_client_id: clientId, p_device: device });
}
