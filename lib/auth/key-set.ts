import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey, errors as joseErrors } from 'jose';
import { environment } from '../env.ts';
import { fetchBackend } from '../supabase/fetch.ts';

/** Supabase's own edge caches the key set this long, so a shorter time would find nothing newer. */
const freshForInMilliseconds = 10 * 60_000;
/** When Auth can't be reached the last key set serves for the life of one access token, then nothing does. */
const staleForInMilliseconds = 60 * 60_000;
/** Tokens with made-up key ids may cause one fetch in this time, however many they are. */
const coolDownInMilliseconds = 30_000;

/** The key set could not be had, so nothing can be said of a token: neither valid nor refused. */
export class KeySetUnavailable extends Error {}

type Held = { keys: JWTVerifyGetKey; count: number; fetchedAt: number };
let held: Held | undefined;
let lastTryAt = 0;
let underWay: Promise<Held> | undefined;

async function fetchKeySet(): Promise<Held> {
  lastTryAt = Date.now();
  const response = await fetchBackend(`${environment().supabaseUrl}/auth/v1/.well-known/jwks.json`, {
    headers: { apikey: environment().supabasePublishableKey },
    cache: 'no-store',
  });
  if (!response.ok) throw new KeySetUnavailable(`The key set answered ${response.status}`);
  const keySet = (await response.json()) as JSONWebKeySet;
  held = { keys: createLocalJWKSet(keySet), count: keySet.keys.length, fetchedAt: Date.now() };
  return held;
}

/** One fetch at a time, shared by everyone who waits for it. */
function refreshKeySet(): Promise<Held> {
  underWay ??= fetchKeySet().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function currentKeySet(): Promise<Held> {
  const age = held ? Date.now() - held.fetchedAt : Number.POSITIVE_INFINITY;
  if (held && age < freshForInMilliseconds) return held;
  if (held && age < staleForInMilliseconds && Date.now() - lastTryAt < coolDownInMilliseconds) return held;
  try {
    return await refreshKeySet();
  } catch (error) {
    if (held && age < staleForInMilliseconds) return held;
    throw new KeySetUnavailable('The key set could not be fetched', { cause: error });
  }
}

/**
 * Finds the public key for a token's header, fetching the key set when it is old or, at most once in 30 s, when
 * the key id is unknown. Throws KeySetUnavailable, or jose's JWKSNoMatchingKey when no key matches.
 */
export const findKey: JWTVerifyGetKey = async (header, token) => {
  const keySet = await currentKeySet();
  try {
    return await keySet.keys(header, token);
  } catch (error) {
    const unknownKey = error instanceof joseErrors.JWKSNoMatchingKey;
    if (!unknownKey || Date.now() - lastTryAt < coolDownInMilliseconds) throw error;
    const newer = await refreshKeySet().catch(() => keySet);
    return newer.keys(header, token);
  }
};

/** Whether the project signs with keys that can be checked here, not with a shared secret. Throws KeySetUnavailable. */
export async function hasKeys(): Promise<boolean> {
  return (await currentKeySet()).count > 0;
}
