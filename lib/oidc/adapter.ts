import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { hashId, isClientSecret } from '../apps/client-secret.ts';
import type { Client } from '../apps/read-client.ts';
import { errorOf } from '../backend-unavailable.ts';
import { answersOf, toPayload } from './library-types.ts';
import { type Begun, beginRequest, type RequestState } from './request-state.ts';

/** The library's classes that are stored here. Bundlers must keep their names. */
const kinds = [
  'Interaction',
  'PushedAuthorizationRequest',
  'AuthorizationCode',
  'AccessToken',
  'RefreshToken',
];
/** The library reads these too, and stores none. */
const others = ['Client', 'Grant', 'Session', 'ReplayDetection'];

/** Until then a repeated code is a duplicate request, a repeated refresh token a lost answer. The database redeems a code once. */
const gracePeriodInSeconds: Record<string, number> = { AuthorizationCode: 2, RefreshToken: 10 };

/** Keeps a used code readable after it has expired, so that the library can end the tokens issued for it. */
const stillLookedAtInSeconds = 60;

/** The library's store. Reads from the request's state, and collects changes to commit before the answer (request-state.ts). */
export class RequestAdapter implements Adapter {
  readonly kind: string;
  readonly #current: () => RequestState;

  /** @param current returns the state of the request under way: the library makes one store per kind for all requests, and passes no context. */
  constructor(kind: string, current: () => RequestState) {
    this.kind = kind;
    this.#current = current;
    if (!kinds.includes(kind) && !others.includes(kind)) throw new Error(`The provider stores a ${kind}`);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const state = this.#current();
    if (this.kind === 'Client') return describeToLibrary(state.client, id);
    if (this.kind === 'Grant') return findGrant(id, state);
    const hash = hashId(id);
    if (state.itemHash === hash) return this.describe(id, state.item);
    // A pushed request is read again only to use it up, once the user has answered.
    const begun = await beginRequest({ itemHash: hash });
    if (!begun.ok) throw errorOf('A request of an app could not be read', begun);
    return this.describe(id, begun.state.item);
  }

  private describe(id: string, item: Begun['item']): AdapterPayload | undefined {
    if (item?.kind !== this.kind) return undefined;
    const now = Math.floor(Date.now() / 1000);
    const state = this.#current();
    const isReplayed = isReplay(item, state);
    const remaining = isReplayed ? Math.max(stillLookedAtInSeconds, item.expiresIn) : item.expiresIn;
    const payload = {
      ...item.payload,
      jti: id,
      // By the database's clock, because this process's may be a minute off.
      iat: now - Math.ceil(item.age),
      exp: now + Math.floor(remaining),
      ...(isReplayed && { consumed: true }),
    };
    return this.kind === 'Interaction' ? withoutOthersAnswers(payload, state) : payload;
  }

  async upsert(id: string, { jti: _, ...payload }: AdapterPayload, seconds: number): Promise<void> {
    const { changes, grant, viewer } = this.#current();
    if (!kinds.includes(this.kind)) return;
    // `returnTo` contains the interaction's id, of which the database keeps only a hash.
    if (this.kind === 'Interaction') Object.assign(payload, { grantId: undefined, returnTo: undefined });
    const put = { kind: this.kind, id_hash: hashId(id), payload, seconds: Math.max(1, Math.ceil(seconds)) };
    if (this.kind !== 'AuthorizationCode') changes.put.push(put);
    else {
      const authorization = {
        id: payload.grantId,
        grant_id: grant?.id,
        session_id: viewer?.sessionId,
        scopes: payload.scope?.split(' '),
      };
      changes.put.push({ ...put, authorization });
    }
    if (payload.grantId) changes.used.push(payload.grantId);
  }

  async consume(id: string): Promise<void> {
    this.#current().changes.use.push(hashId(id));
  }

  async destroy(id: string): Promise<void> {
    if (this.kind === 'Interaction') this.#current().changes.drop.push(hashId(id));
  }

  /** Ends all tokens of one authorization. The library calls it for each kind of token. */
  async revokeByGrantId(id: string): Promise<void> {
    const state = this.#current();
    const { changes, item } = state;
    if (changes.end.some((ended) => ended.id === id)) return;
    const because =
      !item || !isReplay(item, state) ? 'revoked' : item.kind === 'RefreshToken' ? 'reused' : 'replayed';
    changes.end.push({ id, because });
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}

/** The library calls an authorization a grant. */
export const newAuthorizationId = () => randomBytes(32).toString('base64url');

/** Whether the item was used before this request, and longer ago than the grace period. */
function isReplay(
  { kind, consumedAgo: ago }: NonNullable<Begun['item']>,
  { now, cameAt }: RequestState,
): boolean {
  return ago !== null && ago - (now - cameAt) > (gracePeriodInSeconds[kind] ?? 0);
}

function findGrant(id: string, { authorization }: RequestState): AdapterPayload | undefined {
  if (authorization?.id !== id) return undefined;
  const now = Math.floor(Date.now() / 1000);
  return toPayload({
    kind: 'Grant',
    jti: id,
    iat: now,
    exp: now + 3600,
    accountId: authorization.userId,
    clientId: authorization.clientId,
    openid: { scope: authorization.scopes.join(' ') },
  });
}

/** Drops answers of a user no longer signed in here. The library compares only `login`, and would redirect to its own sign-out page. */
function withoutOthersAnswers(payload: AdapterPayload, { session }: RequestState): AdapterPayload {
  const result = answersOf(payload);
  if (!result || 'error' in result) return payload;
  if (!session) return { ...payload, result: {} };
  const own = Object.entries(result).filter(([, answer]) => answer.accountId === session.userId);
  const { authTime: ts, acr, amr } = session;
  const answers = Object.fromEntries(
    own.map(([name, answer]) => [name, name === 'login' ? { ...answer, ts, acr, amr } : answer]),
  );
  return toPayload({ ...payload, result: answers });
}

export const ownResponseModes = ['query', 'fragment'];

/** Replaces the secret of an app without one. No hash equals it. */
const noSecret = '-';

/** Reserved, so never resolvable. The library requires a sector host for addresses on several hosts, and doesn't fetch it here. */
const noSector = 'https://sector.invalid/';

/** The library's view of this request's app; undefined for any other id. */
export function describeToLibrary(client: Client | null, id: string): AdapterPayload | undefined {
  if (client?.clientId !== id) {
    // Hashes anyway, so that an unknown app takes as long as a wrong secret.
    isSecretOf(noSecret, id);
    return undefined;
  }
  const addresses = [...client.redirectUris, ...client.signOutUris];
  const isNative = addresses.some((uri) => !/^https?:/.test(uri));
  const hosts = new Set(client.redirectUris.map((uri) => new URL(uri).host));
  return toPayload({
    client_id: client.clientId,
    client_name: client.name,
    application_type: isNative ? 'native' : 'web',
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.signOutUris,
    id_token_signed_response_alg: client.algorithm,
    response_modes: ownResponseModes,
    ...(client.isConfidential
      ? {
          token_endpoint_auth_method: 'client_secret_basic',
          client_secret: client.secretHashes.join('.') || noSecret,
        }
      : { token_endpoint_auth_method: 'none' }),
    ...(hosts.size > 1 && { sector_identifier_uri: noSector }),
  });
}

/** Compares with an app's secrets. @param kept SHA-256 hashes in base64url, joined by dots. */
export function isSecretOf(kept: string, secret: string): boolean {
  return isClientSecret(kept.split('.'), secret);
}
