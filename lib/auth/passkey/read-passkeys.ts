import 'server-only';
import { z } from 'zod';
import type { Failure } from '../../result.ts';
import { type Acting, callAsViewer } from '../../supabase/call-as-viewer.ts';

/** A passkey of the account, as its owner recognises it. */
export type Passkey = {
  id: string;
  /** Base64url. What password managers know it by. */
  credentialId: string;
  name: string;
  addedAt: string;
  lastUsedAt: string | null;
  /** Kept by a password manager, and so on more than one device. */
  isSynced: boolean;
  /** Set up or kept here. One that is not counts for nothing until its owner keeps it. */
  isConfirmed: boolean;
};

const Rows = z.array(
  z
    .object({
      id: z.string(),
      credential_id: z.string(),
      name: z.string(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
      is_synced: z.boolean(),
      is_confirmed: z.boolean(),
    })
    .transform(
      (row): Passkey => ({
        id: row.id,
        credentialId: row.credential_id,
        // As Auth calls one of a kind that it doesn't know; older ones may have none.
        name: row.name || 'Passkey',
        addedAt: row.created_at,
        lastUsedAt: row.last_used_at,
        isSynced: row.is_synced,
        isConfirmed: row.is_confirmed,
      }),
    ),
);

/** @returns the oldest first; refuses as every read of a session does. */
export async function readPasskeys(acting: Acting): Promise<{ ok: true; passkeys: Passkey[] } | Failure> {
  const listed = await callAsViewer(acting, 'list_passkeys');
  return listed.ok ? { ok: true, passkeys: Rows.parse(listed.rows) } : listed;
}
