import 'server-only';
import type { Result } from '../result.ts';
import type { Acting } from '../supabase/call-as-viewer.ts';
import { listGrants } from './list-grants.ts';
import { listOwnClients } from './own-clients.ts';

/** @returns granted counts the apps that have access; registered those that the viewer registered. */
export async function countApps(acting: Acting): Promise<Result<{ granted: number; registered: number }>> {
  const [granted, own] = await Promise.all([listGrants(acting), listOwnClients(acting)]);
  if (!granted.ok) return granted;
  return own.ok ? { ok: true, granted: granted.apps.length, registered: own.clients.length } : own;
}
