import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { errorOf } from '../backend-unavailable.ts';
import { readDevice } from '../device.ts';
import { logFailure } from '../log/log.ts';
import { notMePath } from '../mail/event-words.ts';
import { flushOutbox } from '../mail/flush-outbox.ts';
import { readParam, type SearchParams } from '../search-params.ts';
import { redirectOnRefusal } from '../session/require-live-session.ts';
import type { SignInMethod } from '../session/sign-in-method.ts';
import { readSessionOf, type Viewer } from '../session/viewer.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import { callFunction } from '../supabase/call-function.ts';

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
  closed_account: z.string().optional(),
  /** The value before the change, empty for none; missing in older events. */
  before: z.string().optional(),
  after: z.string().optional(),
});
export type EventDetails = z.infer<typeof EventDetails>;

const ActivityEvent = z.object({
  id: z.number(),
  kind: z.string(),
  /** The wallet's address, if the event concerns one. */
  address: z.string().nullable(),
  label: z.string().nullable(),
  /** Whether that wallet is on the account now. */
  hasWallet: z.boolean(),
  details: EventDetails,
  device: z.string().nullable(),
  /** The session that acted, if known. */
  sessionId: z.string().nullable(),
  hasSessionEnded: z.boolean(),
  /** Where that session signed in, as long as its row is kept. */
  location: z.string().nullable(),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type ActivityEvent = z.infer<typeof ActivityEvent>;

const eventsPerPage = 50;

export const activityFilters = ['all', 'sign-ins', 'wallets', 'apps', 'security'] as const;
export type ActivityFilter = (typeof activityFilters)[number];

/** One page of the activity. `security` is all that the other filters omit. */
export type ActivityQuery = {
  show: ActivityFilter;
  /** The first and the last day, like 2026-11-20, in the time zone. */
  from?: string | undefined;
  to?: string | undefined;
  /** An IANA name. Default: UTC. */
  zone?: string | undefined;
  /** Shows events before the one with this ID. */
  before?: number | undefined;
};

export function activityPath({ show, from, to, zone, before }: ActivityQuery): string {
  const query = new URLSearchParams();
  if (show !== 'all') query.set('show', show);
  for (const [name, value] of Object.entries({ from, to, zone: (from || to) && zone, before }))
    if (value) query.set(name, String(value));
  return query.size > 0 ? `/activity?${query}` : '/activity';
}

/** Ignores each malformed part, so that a broken link shows the newest events. */
export async function readActivityQuery(searchParams: SearchParams): Promise<ActivityQuery> {
  const [show, from, to, zone, before] = await Promise.all(
    ['show', 'from', 'to', 'zone', 'before'].map((name) => readParam(searchParams, name)),
  );
  return {
    show: activityFilters.find((filter) => filter === show) ?? 'all',
    from: readDay(from),
    to: readDay(to),
    zone: readZone(zone),
    before: readEventId(before),
  };
}

/** The page "This wasn't me", about an event if its ID is known. @param done the sessions that it has just ended: this one, or all others. */
export function notMePathOf(id: number | undefined, done?: 'session' | '1'): string {
  const query = new URLSearchParams({ ...(id && { entry: String(id) }), ...(done && { done }) });
  return query.size > 0 ? `${notMePath}?${query}` : notMePath;
}

export function readEventId(id: string | undefined): number | undefined {
  return id && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

function readDay(day = ''): string | undefined {
  const time = /^20\d\d-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // Date.parse takes 30 February for 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}

function readZone(zone: string | undefined): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return undefined;
  }
}

const dayInMilliseconds = 24 * 60 * 60 * 1000;

/** The instants that a query's days span, in ISO 8601. */
export function spanOf({ from, to, zone = 'UTC' }: ActivityQuery): { since?: string; until?: string } {
  return {
    ...(from && { since: startOfDay(Date.parse(from), zone) }),
    ...(to && { until: startOfDay(Date.parse(to) + dayInMilliseconds, zone) }),
  };
}

/** @param midnight of that day in UTC. */
function startOfDay(midnight: number, zone: string): string {
  // Swedish dates are ISO 8601.
  const offset = (at: number) => Date.parse(`${new Date(at).toLocaleString('sv', { timeZone: zone })}Z`) - at;
  // The offset at midnight in UTC may be another than at midnight in the zone, if its clocks change between the two.
  const roughly = midnight - offset(midnight);
  const start = midnight - offset(roughly);
  // Clocks that skip midnight: the earlier of the two is still on the day before.
  const isDayBefore = start + offset(start) < midnight;
  return new Date(isDayBefore ? Math.max(roughly, start) : start).toISOString();
}

const Listed = z.object({
  events: z.array(ActivityEvent),
  /** When the viewer's account was created here, ISO 8601. */
  startedAt: z.string(),
});

/** @returns newest first; `older` is `before` of the next page, null on the last. Throws BackendUnavailable. */
export async function listActivity(
  viewer: Viewer,
  query: ActivityQuery,
): Promise<z.infer<typeof Listed> & { older: number | null }> {
  const { events, startedAt } = await readActivity(viewer, query, eventsPerPage + 1, activityPath(query));
  const page = events.slice(0, eventsPerPage);
  const older = events.length > page.length ? (page.at(-1)?.id ?? null) : null;
  return { startedAt, events: page, older };
}

/** An event of the viewer's account; null if it has none with this ID. Throws BackendUnavailable. */
export async function readEvent(viewer: Viewer, id: number, path: string): Promise<ActivityEvent | null> {
  const { events } = await readActivity(viewer, { show: 'all', before: id + 1 }, 1, path);
  return events[0]?.id === id ? events[0] : null;
}

async function readActivity(viewer: Viewer, query: ActivityQuery, limit: number, path: string) {
  const { since = '-infinity', until = 'infinity' } = spanOf(query);
  const listed = await callAsViewer(viewer, 'list_activity', {
    p_show: query.show,
    p_since: since,
    p_until: until,
    p_before: query.before ?? Number.MAX_SAFE_INTEGER,
    p_limit: limit,
  });
  if (listed.ok) return Listed.parse(listed.rows);
  redirectOnRefusal(listed.code, path);
  throw errorOf('Activity could not be read', listed);
}

const notRecorded = ['activity.not_recorded', 'An activity event could not be recorded'] as const;

export type SecondStep = 'authenticator' | 'recovery_code';

/** Events of Auth or of a page (`countersign_private.event_kinds`). Database functions record their own. */
type AccountEvent =
  /** The first step was correct. At most five an hour are kept, counted with `recordRefusedSignIn`. */
  | { kind: 'sign_in_refused'; details: { method: 'authenticator' | 'recovery_code' } }
  /** `also_to`: the previous address, which is notified too and not stored. The others are shortened. */
  | { kind: 'email_changed'; details: { also_to?: string; before?: string; after?: string } }
  | { kind: 'factor_added'; details: { name: string } }
  | { kind: 'passkey_renamed'; details: { before: string; name: string } }
  | { kind: 'identity_added' | 'identity_joined' | 'identity_removed'; details: { provider: string } }
  | { kind: 'session_ended'; details: { ended_device?: string } }
  | { kind: 'password_changed'; details?: undefined }
  | { kind: 'sessions_ended'; details?: undefined };

/** Adds an event, and sends its email after the response. Only logs a failure, since the change has happened. Never throws. */
export async function recordActivity(userId: string, { kind, details }: AccountEvent): Promise<void> {
  const record = async () =>
    callFunction('record_event', {
      p_user_id: userId,
      p_kind: kind,
      p_details: details ?? {},
      p_device: await readDevice(),
      p_acting_session_id: await readSessionOf(userId),
    });
  await logFailure(...notRecorded, record());
  after(flushOutbox);
}

/** Adds a sign-in, once per session. Emails the owner about an unknown browser, except at the first sign-in. Never throws. */
export async function recordSignIn(
  acting: Acting,
  isKnownBrowser: boolean,
  details: { method: SignInMethod; second_step?: SecondStep },
): Promise<void> {
  const record = async () => {
    const given = { p_is_known_browser: isKnownBrowser, p_details: details, p_device: await readDevice() };
    return callAsViewer(acting, 'record_sign_in', given);
  };
  await logFailure(...notRecorded, record());
  after(flushOutbox);
}

/** Records a refused sign-in, at most five an hour, after the response, so that its duration doesn't reveal an account. */
export async function recordRefusedSignIn(email: string, method: 'password' | 'code'): Promise<void> {
  const device = await readDevice();
  const refused = { p_email: email, p_method: method, p_device: device };
  after(() => logFailure(...notRecorded, callFunction('record_refused_sign_in', refused)));
}
