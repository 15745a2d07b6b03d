import 'server-only';
import { readDevice } from '../../device.ts';
import type { Result } from '../../result.ts';
import { actingViewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';

/** @param name null removes the name. */
export async function setDisplayName(name: string | null): Promise<Result> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  return callAsViewer(acting.viewer, 'set_display_name', {
    p_display_name: name,
    p_device: await readDevice(),
  });
}
