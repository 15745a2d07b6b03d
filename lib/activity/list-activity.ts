import 'server-only';
import { z } from 'zod';
import { createViewerSupabase } from '../session/request-session.ts';
import { redirectOnRefusal } from '../session/require-live-session.ts';
import type { Viewer } from '../session/viewer.ts';
import { errorOfRead } from '../supabase/rest.ts';

const EventDetails = z.object({
  method: z.string().optional(),
  name: z.string().optional(),
  app: z.string().optional(),
  host: z.string().optional(),
  label: z.string().optional(),
  provider: z.string().optional(),
  means: z.string().optional(),
  ended_device: z.string().optional(),
  second_step: z.string().optional(),
  reason: z.string().optional(),
});
export type EventDetails = z.infer<typeof EventDetails>;

const ActivityEvent = z.object({
  id: z.number(),
  kind: z.string(),
  /** The wallet's address, if the event concerns one. */
  address: z.string().nullable(),
  label: z.string().nullable(),
  details: EventDetails,
  device: z.string().nullable(),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type ActivityEvent = z.infer<typeof ActivityEvent>;

const eventsPerPage = 50;

export const activityFilters = ['all', 'sign-ins', 'wallets', 'apps', 'security'] as const;
export type ActivityFilter = (typeof activityFilters)[number];

/** One pattern for both: the local backend applies only the last of several `not.like` filters. */
const walletOrAppKinds = '^(wallet|app)_';
const signInKinds = '(signed_in,signed_in_elsewhere,sign_in_refused)';

export function activityPath(filter: ActivityFilter, before?: number): string {
  const query = new URLSearchParams();
  if (filter !== 'all') query.set('show', filter);
  if (before !== undefined) query.set('before', String(before));
  return query.size > 0 ? `/activity?${query}` : '/activity';
}

/**
 * @param before an event's ID. @param filter `security` is all that the other filters omit.
 * @returns newest first; `older` is `before` of the next page, null on the last. Throws BackendUnavailable.
 */
export async function listActivity(
  before: number | undefined,
  filter: ActivityFilter,
): Promise<{ events: ActivityEvent[]; older: number | null }> {
  const supabase = await createViewerSupabase();
  let newest = supabase
    .from('activity')
    .select('id,kind,address:details->>address,label,details,device,createdAt:created_at')
    .order('id', { ascending: false })
    .limit(eventsPerPage + 1);
  if (before !== undefined) newest = newest.lt('id', before);
  if (filter === 'sign-ins') newest = newest.filter('kind', 'in', signInKinds);
  if (filter === 'wallets') newest = newest.like('kind', 'wallet_%');
  if (filter === 'apps') newest = newest.like('kind', 'app_%');
  if (filter === 'security')
    newest = newest.not('kind', 'in', signInKinds).not('kind', 'match', walletOrAppKinds);
  const { data, error, status } = await newest;
  redirectOnRefusal(error?.message, activityPath(filter, before));
  if (error) throw errorOfRead('Activity could not be read', { error, status });
  const events = z.array(ActivityEvent).parse(data);
  const page = events.slice(0, eventsPerPage);
  return { events: page, older: events.length > page.length ? (page.at(-1)?.id ?? null) : null };
}

/** When the viewer's account was created here, ISO 8601. Null if the database doesn't answer, since only one line depends on it. */
export async function readAccountStart(viewer: Viewer): Promise<string | null> {
  const supabase = await createViewerSupabase();
  const { data } = await supabase.from('accounts').select('created_at').eq('user_id', viewer.id);
  return data?.[0]?.created_at ?? null;
}
