import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { readDevice } from '../../device.ts';
import { flushOutbox } from '../../mail/flush-outbox.ts';
import type { Result } from '../../result.ts';
import type { Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import type { MethodKind } from './known-methods.ts';

/** Sign-in methods set up at Auth without this site, which their owner has neither kept nor removed. */
export type UnannouncedMethod = z.infer<typeof UnannouncedMethod>;
const UnannouncedMethod = z.object({
  id: z.string(),
  kind: z.enum(['password', 'authenticator', 'identity', 'email', 'passkey'] satisfies MethodKind[]),
  name: z.string(),
  foundAt: z.string(),
});

/** @returns the oldest first. Refuses like every read of a session. */
export async function listUnannouncedMethods(
  viewer: Viewer,
): Promise<Result<{ found: UnannouncedMethod[] }>> {
  const listed = await callAsViewer(viewer, 'list_unannounced_sign_in_methods');
  return listed.ok ? { ok: true, found: UnannouncedMethod.array().parse(listed.rows) } : listed;
}

/** Keeps a method, after a step-up by an older one. `sign_in_method.unknown` if it was removed or kept already. */
export async function keepUnannouncedMethod(id: string): Promise<Result> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const kept = await callAsViewer(acting.viewer, 'keep_sign_in_method', {
    p_method_id: id,
    p_device: await readDevice(),
  });
  after(flushOutbox);
  return kept.ok ? { ok: true } : kept;
}
