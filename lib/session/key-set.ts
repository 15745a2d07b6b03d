import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey, errors as joseErrors } from 'jose';
import { logWarning } from '../log/log.ts';
import { shareInProcess } from '../share-in-process.ts';
import { fetchAuth } from '../supabase/fetch-auth.ts';

/** Supabase's own edge caches the key set this long, so a shorter time would find nothing newer. */
const freshForInMilliseconds = 10 * 60_000;
/** When Auth can't be reached the last key set serves for the life of one access token, then nothing does. */
const staleForInMilliseconds = 60 * 60_000;
/** Tokens with made-up key ids may cause one fetch in this time, however many they are. */
const coolDownInMilliseconds = 30_000;

/** The key set could not be had, so nothing can be said of a token: neither valid nor refused. */
export class KeySetUnavailable extends Error {}

/** A key set as Auth gave it. Every fetch makes a new one, so that what was checked with an older one can be told. */
export type KeySet = { json: JSONWebKeySet; fetchedAt: number };

type Known = { held?: KeySet; underWay?: Promise<KeySet>; lastTryAt: number; saidSlow: boolean };
const known = shareInProcess<Known>('key-set', () => ({ lastTryAt: 0, saidSlow: false }));

async function fetchKeySet(): Promise<KeySet> {
  known.lastTryAt = Date.now();
  const response = await fetchAuth('/.well-known/jwks.json');
  if (!response.ok) throw new KeySetUnavailable(`The key set answered ${response.status}`);
  const keySet = { json: (await response.json()) as JSONWebKeySet, fetchedAt: Date.now() };
  // Throws for anything but a key set.
  readerOf(keySet);
  known.held = keySet;
  if (!hasKeys(keySet)) saySlowOnce();
  return keySet;
}

/** One fetch at a time, shared by everyone who waits for it. */
function refreshKeySet(): Promise<KeySet> {
  known.underWay ??= fetchKeySet().finally(() => {
    known.underWay = undefined;
  });
  return known.underWay;
}

const ageOf = ({ fetchedAt }: KeySet) => Date.now() - fetchedAt;

/** The key set, or null if it has to be fetched first. */
export function keySetAtHand(): KeySet | null {
  const { held } = known;
  if (!held || ageOf(held) >= staleForInMilliseconds) return null;
  const isJustTried = Date.now() - known.lastTryAt < coolDownInMilliseconds;
  return isJustTried || ageOf(held) < freshForInMilliseconds ? held : null;
}

/** The key set, fetched when it is older than 10 minutes. Throws KeySetUnavailable. */
export async function currentKeySet(): Promise<KeySet> {
  const atHand = keySetAtHand();
  if (atHand) return atHand;
  const { held } = known;
  try {
    return await refreshKeySet();
  } catch (error) {
    if (held && ageOf(held) < staleForInMilliseconds) return held;
    throw new KeySetUnavailable('The key set could not be fetched', { cause: error });
  }
}

/**
 * Finds the public key for a token's header, fetching the key set again, at most once in 30 s, when the key id is
 * unknown. Throws jose's JWKSNoMatchingKey when no key matches.
 */
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

/** Whether the project signs with keys that can be checked here, not with a shared secret. */
export function hasKeys({ json }: KeySet): boolean {
  return json.keys.length > 0;
}

/** Each bundle has its own, because jose's errors are classes. */
const readers = new WeakMap<KeySet, JWTVerifyGetKey>();

function readerOf(keySet: KeySet): JWTVerifyGetKey {
  const reader = readers.get(keySet) ?? createLocalJWKSet(keySet.json);
  readers.set(keySet, reader);
  return reader;
}

function saySlowOnce(): void {
  if (known.saidSlow) return;
  known.saidSlow = true;
  logWarning(
    'backend.shared_secret',
    'This Supabase project signs its tokens with a shared secret (HS256), which only the Auth server can check. So every session is asked about there once a minute: pages are slower, and wait for Auth. Move the project to a signing key: Project settings, JWT keys.',
  );
}
