import 'server-only';
import { z } from 'zod';
import type { Result } from '../../result.ts';
import { type Acting, callAsViewer } from '../../supabase/call-as-viewer.ts';
import { readPasskeyName } from './schemas.ts';

export type Passkey = z.infer<typeof Passkey>;
const Passkey = z.object({
  id: z.string(),
  /** Base64url. Password managers know the passkey by it. */
  credentialId: z.string(),
  name: z.string().transform(readPasskeyName),
  addedAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Kept by a password manager, and so on more than one device. */
  isSynced: z.boolean(),
  /** Set up or kept here. Any other passkey counts for nothing until its owner keeps it. */
  isConfirmed: z.boolean(),
});

/** @returns the oldest first; refuses as every read of a session does. */
export async function readPasskeys(acting: Acting): Promise<Result<{ passkeys: Passkey[] }>> {
  const listed = await callAsViewer(acting, 'list_passkeys');
  return listed.ok ? { ok: true, passkeys: Passkey.array().parse(listed.rows) } : listed;
}
