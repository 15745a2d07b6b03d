import 'server-only';
import { z } from 'zod';
import type { Result } from '../../result.ts';
import { type Acting, callAsViewer } from '../../supabase/call-as-viewer.ts';
import { readPasskeyName } from './passkey-schemas.ts';

export type Passkey = z.infer<typeof Passkey>;
export const Passkey = z.object({
  id: z.string(),
  /** Base64url. Identifies the passkey in password managers. */
  credentialId: z.string(),
  name: z.string().transform(readPasskeyName),
  addedAt: z.string(),
  lastUsedAt: z.string().nullable(),
  isSynced: z.boolean(),
  /** Set up or kept here. Other passkeys don't count until their owner keeps them. */
  isConfirmed: z.boolean(),
});

/** @returns the oldest first. Refuses like every read of a session. */
export async function readPasskeys(acting: Acting): Promise<Result<{ passkeys: Passkey[] }>> {
  const listed = await callAsViewer(acting, 'list_passkeys');
  return listed.ok ? { ok: true, passkeys: Passkey.array().parse(listed.rows) } : listed;
}
