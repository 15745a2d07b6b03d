import 'server-only';
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { decodeJwt } from 'jose';
import { after } from 'next/server';
import { z } from 'zod';
import { readBasicCredentials } from '../apps/authenticate-client.ts';
import { hashId } from '../apps/client-secret.ts';
import { Client, clientIdShape } from '../apps/read-client.ts';
import { readClientAddress } from '../http/client-address.ts';
import { currentRequestAge, logError } from '../log/log.ts';
import { flushOutbox } from '../mail/flush-outbox.ts';
import { countersOf } from '../rate-limit/consume.ts';
import type { AttemptCounter } from '../rate-limit/in-memory-limiter.ts';
import type { AttemptKind } from '../rate-limit/limits.ts';
import { fail, type Result } from '../result.ts';
import type { Viewer } from '../session/viewer.ts';
import { callFunction } from '../supabase/call-function.ts';
import { tokenLevelHeader } from '../supabase/rest.ts';

const Session = z.object({
  userId: z.string(),
  authTime: z.number(),
  authenticatedAgo: z.number(),
  acr: z.string(),
  amr: z.array(z.string()),
});

const Grant = z.object({
  id: z.string(),
  scopes: z.array(z.string()),
  wallets: z.array(
    z.object({ id: z.string(), address: z.string(), chain: z.string(), provenAt: z.string() }),
  ),
});

const Item = z.object({
  kind: z.string(),
  payload: z.record(z.string(), z.unknown()),
  age: z.number(),
  expiresIn: z.number(),
  consumedAgo: z.number().nullable(),
});

const Begun = z.object({
  /** Epoch seconds, by the database's clock. */
  now: z.number(),
  client: Client.nullable(),
  session: Session.nullable(),
  grant: Grant.nullable(),
  sub: z.string().nullable(),
  item: Item.nullable(),
  authorization: z
    .object({
      id: z.string(),
      userId: z.string(),
      clientId: z.string(),
      scopes: z.array(z.string()),
      sub: z.string().nullable(),
      claims: z.record(z.string(), z.unknown()).nullable(),
    })
    .nullable(),
});
export type Begun = z.infer<typeof Begun>;

export type Changes = {
  end: { id: string; because: 'revoked' | 'replayed' | 'reused' }[];
  use: string[];
  drop: string[];
  put: { kind: string; id_hash: string; payload: unknown; seconds: number; authorization?: unknown }[];
  used: string[];
};

export type RequestState = Begun & {
  viewer: Viewer | null;
  /** Epoch seconds by the database's clock. Excludes the time before this process had the whole request. */
  cameAt: number;
  itemHash: string | null;
  askedScope: string | null;
  changes: Changes;
  /** Recorded for the app's owner: the attempt's code, and whether it had the app's secret. */
  outcome?: string | null;
  hasSecret?: boolean;
};

/** A request as the library gets it: it hands this object to every callback, as `ctx.req`. */
export class RequestWithState extends IncomingMessage {
  readonly #state: RequestState | null;

  /** @param state null for public documents. */
  constructor(socket: Socket, state: RequestState | null) {
    super(socket);
    this.#state = state;
  }

  static of(request: IncomingMessage): RequestState | null {
    return #state in request ? request.#state : null;
  }
}

/** Throws outside of a request, because the library must not run by itself. */
export function requestStateOf(context: { req: IncomingMessage } | undefined): RequestState {
  const state = context && RequestWithState.of(context.req);
  if (!state) throw new Error('The provider was used outside of a request');
  return state;
}

export type RequestStart = {
  clientId?: string | undefined;
  itemHash?: string | undefined;
  askedScope?: string | null;
  withClaims?: boolean;
  viewer?: Viewer | null;
  limit?: { kind: string; counters: AttemptCounter[] };
};

export type Endpoint =
  | 'authorize'
  | 'resume'
  | 'logout'
  | 'token'
  | 'userinfo'
  | 'introspect'
  | 'revoke'
  | 'par';

const pushed = 'urn:ietf:params:oauth:request_uri:';

/** No app has this id. */
const noClient = '';

/** Reads the ids in a request, so that one call loads all of it: the app, and a code, a token or a stored request. */
export function readRequest(
  endpoint: Endpoint,
  { path, parameters, headers }: { path: string; parameters: URLSearchParams; headers: Headers },
): RequestStart {
  const get = (name: string) => parameters.get(name) ?? undefined;
  // A malformed header names no app, and counts against the network only.
  const named =
    readBasicCredentials(headers.get('authorization'))?.clientId ??
    get('client_id') ??
    readAudience(get('id_token_hint'));
  // A malformed id isn't looked up, and counts against the network only.
  const clientId = named === undefined || clientIdShape.test(named) ? named : noClient;
  const hash = (id: string | undefined) => (id === undefined ? {} : { itemHash: hashId(id) });
  const base: RequestStart = {
    ...(clientId !== undefined && { clientId }),
    askedScope: get('scope') ?? null,
  };
  switch (endpoint) {
    case 'authorize': {
      const uri = get('request_uri');
      const item = uri?.startsWith(pushed) ? hash(uri.slice(pushed.length)) : {};
      return { ...base, ...item, limit: countFor('oauth_authorize', clientId, headers) };
    }
    case 'resume':
      return hash(path.split('/').at(-1));
    case 'par':
      return { ...base, limit: countFor('oauth_par', clientId, headers) };
    case 'token':
      return {
        ...base,
        ...hash(get(get('grant_type') === 'refresh_token' ? 'refresh_token' : 'code')),
        limit: countFor('oauth_token', clientId, headers),
      };
    case 'userinfo': {
      const bearer = /^bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
      return { ...hash(bearer ?? get('access_token')), withClaims: true };
    }
    case 'introspect':
    case 'revoke':
      return { ...base, ...hash(get('token')) };
    case 'logout':
      return base;
  }
}

function countFor(kind: AttemptKind, account: string | undefined, headers: Headers) {
  const subject = {
    ...(account !== undefined && account !== noClient && { account }),
    address: readClientAddress(headers),
  };
  return { kind, counters: countersOf(kind, subject) };
}

/** Reads `aud` without verifying the token, which the library does. */
function readAudience(idToken: string | undefined): string | undefined {
  if (idToken === undefined) return undefined;
  try {
    const { aud } = decodeJwt(idToken);
    return typeof aud === 'string' ? aud : undefined;
  } catch {
    return undefined;
  }
}

/** Loads everything a request needs in one call. @returns `auth.too_many_attempts`, `backend.unavailable`. */
export async function beginRequest(what: RequestStart): Promise<Result<{ state: RequestState }>> {
  const startedAt = performance.now();
  const { clientId, itemHash, viewer = null, limit, askedScope = null, withClaims = false } = what;
  const begun = await callFunction(
    'begin_oauth_request',
    {
      p_client_id: clientId ?? null,
      p_item_hash: itemHash ?? null,
      p_with_claims: withClaims,
      p_user_id: viewer?.id ?? null,
      p_session_id: viewer?.sessionId ?? null,
      p_kind: limit?.kind ?? null,
      p_counters: limit?.counters ?? null,
    },
    viewer ? { [tokenLevelHeader]: viewer.aal } : {},
  );
  if (!begun.ok) return begun;
  const changes: Changes = { end: [], use: [], drop: [], put: [], used: [] };
  const read = Begun.parse(begun.rows);
  const cameAt = read.now - Math.max(currentRequestAge(), performance.now() - startedAt) / 1000;
  const state = { ...read, cameAt, viewer, itemHash: itemHash ?? null, askedScope, changes };
  return { ok: true, state };
}

const Committed = z.object({ isGood: z.boolean(), reusedGrants: z.array(z.string()) });

/** Stores all of a request's changes or none, before the answer. `app.request_expired` if an item was used or has expired. */
export async function commitRequest({ changes, cameAt }: RequestState): Promise<Result> {
  if (Object.values(changes).every((list) => list.length === 0)) return { ok: true };
  const committed = await callFunction('commit_oauth_request', {
    p_changes: { ...changes, came_at: cameAt } as never,
  });
  if (!committed.ok) return committed;
  const { isGood, reusedGrants } = Committed.parse(committed.rows);
  for (const grant of reusedGrants) await recordReuse(grant);
  return isGood ? { ok: true } : fail('app.request_expired');
}

/** A separate transaction, because it locks the account. The tokens have ended already. */
async function recordReuse(grantId: string): Promise<void> {
  const recorded = await callFunction('record_token_reuse', { p_grant_id: grantId });
  if (!recorded.ok)
    logError('app.token_reuse_not_told', `The reuse of a token could not be reported: ${recorded.code}`);
  else after(flushOutbox);
}
