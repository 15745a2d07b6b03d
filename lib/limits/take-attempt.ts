import 'server-only';
import type { Failure } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { type AttemptKind, type AttemptLimit, attemptLimits, type LimitScope } from './attempt-limits.ts';
import { type AttemptCounter, countHere } from './count-here.ts';
import { keyedHash } from './keyed-hash.ts';
import { networkOf } from './person-address.ts';

/** Who tries something. What is unknown is left out of the count. */
export type Attempter = {
  /** An e-mail, a user id or a wallet's address, as typed: whether it exists makes no difference. */
  account?: string;
  /** From `readPersonAddress`. */
  address?: string | null;
  /** From `readKnownBrowser`: set only when this browser got in to this very account before. */
  knownBrowser?: string | null;
};

/**
 * Counts an attempt before it is made.
 *
 * A browser that got in to the account before is counted by itself and by nothing else. So a stranger who uses an
 * account's attempts up keeps other strangers out, not its owner, and a flood of strangers stops nobody who was here
 * before. Each kind counts for itself too: where passwords are used up, codes, providers and wallets stay open.
 * While the database is out of reach this process counts for itself, by the same limits: then attempts are neither
 * impossible nor unlimited, only limited by each process alone.
 * @returns `auth.too_many_attempts` with the seconds to wait, and nothing is counted then.
 */
export async function takeAttempt(kind: AttemptKind, attempter: Attempter): Promise<{ ok: true } | Failure> {
  const counters = attemptLimits[kind].flatMap((limit: AttemptLimit): AttemptCounter[] => {
    const key = keyOf(kind, limit, attempter);
    return key === null
      ? []
      : [{ key_hash: key, attempts: limit.attempts, window_seconds: limit.windowSeconds }];
  });
  if (counters.length === 0) return { ok: true };
  const taken = await callFunction<null>('take_attempt', { p_kind: kind, p_counters: counters });
  if (taken.ok) return { ok: true };
  return taken.code === 'backend.unavailable' ? countHere(counters) : taken;
}

/** Call it when this very kind succeeded: mistakes until then count no more. The limits of the address stand. */
export function forgetAttempts(kind: AttemptKind, attempter: Attempter): Promise<{ ok: true } | Failure> {
  return startOver(kind, attempter, ['mail', 'account']);
}

/** Call it when a new code was mailed: it has tries of its own. The hour's limit of the account stands. */
export function allowTriesOfNewMail(attempter: Attempter): Promise<{ ok: true } | Failure> {
  return startOver('mailed_code', attempter, ['mail']);
}

async function startOver(
  kind: AttemptKind,
  attempter: Attempter,
  scopes: LimitScope[],
): Promise<{ ok: true } | Failure> {
  const keys = attemptLimits[kind]
    .filter((limit: AttemptLimit) => scopes.includes(limit.per))
    .map((limit: AttemptLimit) => keyOf(kind, limit, attempter));
  const forgotten = await callFunction<null>('forget_attempts', { p_kind: kind, p_key_hashes: keys });
  return forgotten.ok ? { ok: true } : forgotten;
}

/** Whom the limit counts here, as 64 hexadecimal digits, or null when it counts nobody. */
function keyOf(kind: AttemptKind, limit: AttemptLimit, attempter: Attempter): string | null {
  const { per, windowSeconds } = limit;
  const who = countedBy(per, attempter);
  return who && keyedHash('attempt counter', [kind, per, String(windowSeconds), ...who]).toString('hex');
}

function countedBy(per: LimitScope, { account, address, knownBrowser }: Attempter): string[] | null {
  if (per === 'account' || per === 'mail') {
    return account === undefined ? null : [account.trim().toLowerCase(), knownBrowser ?? ''];
  }
  if (knownBrowser) return null;
  if (per === 'everyone') return [];
  return address ? [networkOf(address)] : null;
}
