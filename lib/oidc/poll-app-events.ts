import 'server-only';
import { setTimeout } from 'node:timers/promises';
import { importJWK, type JWK, SignJWT } from 'jose';
import { z } from 'zod';
import type { KnownClient } from '../apps/authenticate-client.ts';
import { environment } from '../env.ts';
import { logWarning } from '../log/log.ts';
import type { Result } from '../result.ts';
import { shareInProcess } from '../share-in-process.ts';
import { callFunction } from '../supabase/call-function.ts';
import { loadKeys } from './provider.ts';

export const AppEvent = z.object({
  jti: z.uuid(),
  sub: z.string(),
  kind: z.enum([
    'wallet-shared',
    'wallet-proven',
    'wallet-removed',
    'wallet-moved',
    'grant-ended',
    'account-purged',
  ]),
  /** The wallet: {account, chain, address, proven_at?}. Empty if the event concerns all wallets. */
  details: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
});
export type AppEvent = z.infer<typeof AppEvent>;

/** An event's type: a URI without a document. */
const nameEvent = (kind: AppEvent['kind']) => `${environment().siteUrl}/events/${kind}`;

/**
 * Signs a Security Event Token (RFC 8417), always with the event's own `jti`. It can't pass for an ID token: it has its own `typ`, names
 * the user only in `sub_id`, and has no `exp`. @param keys of `readKeys`.
 */
export async function signAppEvent(event: AppEvent, to: KnownClient, keys: readonly JWK[]): Promise<string> {
  const key = keys.find(({ alg }) => alg === to.alg);
  if (!key) throw new Error(`The provider has no key for ${to.alg}.`);
  const issuer = environment().siteUrl;
  const happenedAt = Date.parse(event.createdAt);
  return new SignJWT({
    iss: issuer,
    aud: to.clientId,
    jti: event.jti,
    iat: Math.floor(happenedAt / 1000),
    // With milliseconds, for sorting.
    toe: happenedAt / 1000,
    sub_id: { format: 'iss_sub', iss: issuer, sub: event.sub },
    events: { [nameEvent(event.kind)]: event.details },
  })
    .setProtectedHeader({ typ: 'secevent+jwt', alg: to.alg, kid: key.kid })
    .sign(await importJWK(key, to.alg));
}

/** As in RFC 8936. Ignores members for other kinds of senders. */
export const PollRequest = z.object({
  /** At most 100 are returned. With 0, only acknowledges. */
  maxEvents: z.int().min(0).default(100),
  returnImmediately: z.boolean().default(false),
  ack: z.array(z.string().max(200)).max(500).default([]),
  setErrs: z.record(z.string().max(200), z.object({ err: z.string() })).default({}),
});
export type PollRequest = z.infer<typeof PollRequest>;

type PollAnswer = { sets: Record<string, string>; moreAvailable: boolean };

/** `forgotten`: the jti of the events that this request acknowledged. */
const Polled = z.object({ events: z.array(AppEvent), more: z.boolean(), forgotten: z.array(z.uuid()) });
type Polled = z.infer<typeof Polled>;

/** An app waits up to 10 s for its next event, with one query a second. */
const polling = { askEveryMilliseconds: 1000, asks: 10 };

/** Each wait queries the database once a second, so 50 cost as much as one busy visitor. */
const mostWaiting = 50;

const waiting = shareInProcess('apps-waiting-for-events', () => new Set<string>());

/**
 * Deletes acknowledged events, and those in `setErrs`, which would fail again and hold up the others. Returns the oldest of the rest,
 * each as a token. Without any, waits up to ten seconds, unless the app opts out or waits already in this process.
 * @param signal of the request; ends the wait.
 */
export async function pollAppEvents(
  to: KnownClient,
  request: PollRequest,
  signal: AbortSignal,
): Promise<Result<PollAnswer>> {
  const acks = [...request.ack, ...Object.keys(request.setErrs)].filter(
    (jti) => z.uuid().safeParse(jti).success,
  );
  const read = await readOrWait(to.clientId, request, acks, signal);
  if (!read.ok) return read;
  const { events, more } = read.polled;
  const keys = events.length > 0 ? await loadKeys() : [];
  const signed = await Promise.all(
    events.map(async (event) => [event.jti, await signAppEvent(event, to, keys)] as const),
  );
  return { ok: true, sets: Object.fromEntries(signed), moreAvailable: more };
}

/** Warns only of events that existed, because an app can put any text into `setErrs`. */
function warnOfRefused(clientId: string, { setErrs }: PollRequest, forgotten: string[]): void {
  const reasons = Object.entries(setErrs).flatMap(([jti, { err }]) =>
    forgotten.includes(jti.toLowerCase()) ? err : [],
  );
  if (reasons.length === 0) return;
  const known = reasons.map((err) => (/^\w{1,40}$/.test(err) ? err : 'other'));
  logWarning(
    'app.events_refused',
    `The app ${clientId} could not use ${reasons.length} events: ${[...new Set(known)]}`,
  );
}

type ReadPolled = Result<{ polled: Polled }>;

async function readOrWait(
  clientId: string,
  request: PollRequest,
  acks: string[],
  signal: AbortSignal,
): Promise<ReadPolled> {
  const most = Math.min(request.maxEvents, 100);
  const first = await read(clientId, acks, most);
  if (first.ok) warnOfRefused(clientId, request, first.polled.forgotten);
  const isDone = !first.ok || first.polled.events.length > 0;
  const maySkip = request.returnImmediately || most === 0 || waiting.has(clientId);
  if (isDone || maySkip || waiting.size >= mostWaiting) return first;
  waiting.add(clientId);
  try {
    let last: ReadPolled = first;
    for (let ask = 0; ask < polling.asks && !signal.aborted; ask++) {
      await setTimeout(polling.askEveryMilliseconds, undefined, { signal }).catch(() => undefined);
      last = await read(clientId, [], most);
      if (!last.ok || last.polled.events.length > 0) break;
    }
    return last;
  } finally {
    waiting.delete(clientId);
  }
}

async function read(clientId: string, acks: string[], most: number): Promise<ReadPolled> {
  const polled = await callFunction('poll_oauth_events', {
    p_client_id: clientId,
    p_acks: acks,
    p_at_most: most,
  });
  return polled.ok ? { ok: true, polled: Polled.parse(polled.rows) } : polled;
}
