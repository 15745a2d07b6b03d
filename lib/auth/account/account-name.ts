import 'server-only';
import { readDevice } from '../../device.ts';
import type { Result } from '../../result.ts';
import { actingViewer, type Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { readOwnAccount } from './own-account.ts';

export async function nameViewer(viewer: Viewer): Promise<string> {
  if (viewer.email) return viewer.email;
  const own = await readOwnAccount(viewer);
  return own.ok ? `ID ${own.account.code}` : 'Account without an email';
}

/** @param name null removes the name. */
export async function setDisplayName(name: string | null): Promise<Result> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  return callAsViewer(acting.viewer, 'set_display_name', {
    p_display_name: name,
    p_device: await readDevice(),
  });
}
