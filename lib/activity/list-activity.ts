import 'server-only';
import { z } from 'zod';
import { redirectOnRefusal } from '../auth/session/redirect-on-refusal.ts';
import { BackendUnavailable } from '../auth/session/viewer.ts';
import { createViewerSupabase } from '../supabase/viewer-client.ts';

const EventDetails = z.object({
  method: z.string().optional(),
  name: z.string().optional(),
  provider: z.string().optional(),
  means: z.string().optional(),
  ended_device: z.string().optional(),
});
export type EventDetails = z.infer<typeof EventDetails>;

/** Something that happened on the viewer's account. `createdAt` is ISO 8601. */
export type ActivityEvent = {
  id: number;
  kind: string;
  address: string | null;
  /** What else is known of it, by the kind. */
  details: EventDetails;
  device: string | null;
  createdAt: string;
};

const eventsPerPage = 50;

const Row = z
  .object({
    id: z.number(),
    kind: z.string(),
    details: EventDetails.extend({ address: z.string().optional() }),
    device: z.string().nullable(),
    created_at: z.string(),
  })
  .transform(
    (row): ActivityEvent => ({
      id: row.id,
      kind: row.kind,
      address: row.details.address ?? null,
      details: row.details,
      device: row.device,
      createdAt: row.created_at,
    }),
  );

/**
 * A page of the viewer's activity, newest first.
 * @param before the id that the page ends before; none for the newest.
 * @returns older is what to pass for the next page, null on the last. Throws BackendUnavailable.
 */
export async function listActivity(
  before: number | undefined,
): Promise<{ events: ActivityEvent[]; older: number | null }> {
  const supabase = await createViewerSupabase();
  const newest = supabase
    .from('activity_events')
    .select('id,kind,details,device,created_at')
    .order('id', { ascending: false })
    .limit(eventsPerPage + 1);
  const { data, error } = await (before === undefined ? newest : newest.lt('id', before));
  redirectOnRefusal(error?.message, '/activity');
  if (error) throw new BackendUnavailable(`Activity could not be read: ${error.code}`);
  const events = z.array(Row).parse(data);
  const page = events.slice(0, eventsPerPage);
  return { events: page, older: events.length > page.length ? (page.at(-1)?.id ?? null) : null };
}
