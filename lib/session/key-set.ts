import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey, errors as joseErrors } from 'jose';
import { logWarning } from '../log/log.ts';
import { shareInProcess } from '../share-in-process.ts';
import { fetchAuth } from '../supabase/fetch-auth.ts';

/** As long as Supabase's edge caches the key set: a sooner request would return the same one. */
const freshForInMilliseconds = 10 * 60_000;
/** While Auth is down, the last key set is used for the lifetime of one access token; then no token can be checked. */
const staleForInMilliseconds = 60 * 60_000;
/** Tokens with unknown key ids cause at most one fetch in this time. */
const coolDownInMilliseconds = 30_000;

/** Without a key set, a token is neither valid nor refused. */
export class KeySetUnavailable extends Error {}

/** A fetched key set. Each fetch makes a new object, so that tokens checked with an older one can be recognized. */
export type KeySet = { json: JSONWebKeySet; fetchedAt: number };

type Known = {
  cached?: KeySet;
  inFlight?: Promise<KeySet>;
  lastTryAt: number;
  hasLoggedSharedSecret: boolean;
};
const known = shareInProcess<Known>('key-set', () => ({ lastTryAt: 0, hasLoggedSharedSecret: false }));

async function fetchKeySet(): Promise<KeySet> {
  known.lastTryAt = Date.now();
  const response = await fetchAuth('/.well-known/jwks.json');
  if (!response.ok) throw new KeySetUnavailable(`The key set answered ${response.status}`);
  const keySet = { json: (await response.json()) as JSONWebKeySet, fetchedAt: Date.now() };
  // Throws unless it is a key set.
  readerOf(keySet);
  known.cached = keySet;
  if (!hasKeys(keySet)) logSharedSecretOnce();
  return keySet;
}

function refreshKeySet(): Promise<KeySet> {
  known.inFlight ??= fetchKeySet().finally(() => {
    known.inFlight = undefined;
  });
  return known.inFlight;
}

const ageOf = ({ fetchedAt }: KeySet) => Date.now() - fetchedAt;

/** The cached key set, or null if it must be fetched first. */
export function cachedKeySet(): KeySet | null {
  const { cached } = known;
  if (!cached || ageOf(cached) >= staleForInMilliseconds) return null;
  const isJustTried = Date.now() - known.lastTryAt < coolDownInMilliseconds;
  return isJustTried || ageOf(cached) < freshForInMilliseconds ? cached : null;
}

/** The key set, fetched again after 10 minutes. Throws KeySetUnavailable. */
export async function currentKeySet(): Promise<KeySet> {
  const atHand = cachedKeySet();
  if (atHand) return atHand;
  const { cached } = known;
  try {
    return await refreshKeySet();
  } catch (error) {
    if (cached && ageOf(cached) < staleForInMilliseconds) return cached;
    throw new KeySetUnavailable('The key set could not be fetched', { cause: error });
  }
}

/** Finds a token's key. Fetches the set again for an unknown key id, at most once in 30 s. Throws jose's JWKSNoMatchingKey. */
export function findKeyIn(keySet: KeySet): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await readerOf(keySet)(header, token);
    } catch (error) {
      const unknownKey = error instanceof joseErrors.JWKSNoMatchingKey;
      if (!unknownKey || Date.now() - known.lastTryAt < coolDownInMilliseconds) throw error;
      const newer = await refreshKeySet().catch(() => keySet);
      return readerOf(newer)(header, token);
    }
  };
}

/** Whether this server can check the project's tokens. An empty set means a shared secret (HS256). */
export function hasKeys({ json }: KeySet): boolean {
  return json.keys.length > 0;
}

/** Not shared in the process, because `instanceof` needs the error classes of this bundle's jose. */
const readers = new WeakMap<KeySet, JWTVerifyGetKey>();

function readerOf(keySet: KeySet): JWTVerifyGetKey {
  const reader = readers.get(keySet) ?? createLocalJWKSet(keySet.json);
  readers.set(keySet, reader);
  return reader;
}

function logSharedSecretOnce(): void {
  if (known.hasLoggedSharedSecret) return;
  known.hasLoggedSharedSecret = true;
  logWarning(
    'backend.shared_secret',
    'This Supabase project signs tokens with a shared secret (HS256), so each session is verified with Auth once a minute, which slows pages. Move the project to an asymmetric key: Project Settings > JWT Keys.',
  );
}
