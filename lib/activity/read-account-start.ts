import 'server-only';
import type { Viewer } from '../auth/session/viewer.ts';
import { createViewerSupabase } from '../supabase/viewer-client.ts';

/**
 * When the viewer's account began here, ISO 8601: a little after it was made at Auth. Null when the database doesn't answer:
 * nothing but a line of the activity hangs on it.
 */
export async function readAccountStart(viewer: Viewer): Promise<string | null> {
  const supabase = await createViewerSupabase();
  const { data } = await supabase.from('accounts').select('created_at').eq('user_id', viewer.id);
  return data?.[0]?.created_at ?? null;
}
