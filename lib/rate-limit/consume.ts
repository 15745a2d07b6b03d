import 'server-only';
import type { Environment } from '../env.ts';
import { networkOf, readClientAddress } from '../http/client-address.ts';
import { logWarning } from '../log/log.ts';
import type { Failure, Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { type AttemptCounter, countInMemory } from './in-memory-limiter.ts';
import { keyedHash } from './keyed-hash.ts';
import { type AttemptKind, type AttemptLimit, attemptLimits, type LimitScope } from './limits.ts';

export type RateLimitSubject = {
  /** An email, a user ID or a wallet's address, as typed. Whether it exists makes no difference. */
  account?: string;
  /** From `readClientAddress`. */
  address?: string | null;
  /** From `recallKnownBrowser`: set only if this browser signed in to this account before. */
  knownBrowser?: string | null;
  /** From `recallRequestedEmail`: set only if this browser requested an email for this account. */
  requestedEmail?: string | null;
};

/**
 * Counts an attempt before it is made, in memory during an outage of the database. A browser that signed in to the account before has its
 * own counters, or for emails shares one with others like it: an attacker can't lock out the owner.
 * @returns `auth.too_many_attempts` with the seconds to wait; such an attempt isn't counted.
 */
export async function consumeAttempt(kind: AttemptKind, limitSubject: RateLimitSubject): Promise<Result> {
  const counters = countersOf(kind, limitSubject);
  if (counters.length === 0) return { ok: true };
  const taken = await callFunction('consume_rate_limit', { p_kind: kind, p_counters: counters });
  if (taken.ok) return { ok: true };
  return taken.code === 'backend.unavailable' ? countInMemory(counters) : taken;
}

/** Resets this client's own counters of a kind after a success. Shared counters stay. */
export async function resetAttempts(kind: AttemptKind, limitSubject: RateLimitSubject): Promise<Result> {
  const keys = countersOf(kind, limitSubject, ['mail', 'account at network']).map(({ key_hash }) => key_hash);
  const forgotten = await callFunction('reset_rate_limit', { p_kind: kind, p_key_hashes: keys });
  return forgotten.ok ? { ok: true } : forgotten;
}

/** The shared counters of a kind that count an attempt only after it has succeeded. */
export function countersAfterSuccess(kind: AttemptKind): AttemptCounter[] {
  return countersOf(kind, {}).filter(({ counted_later }) => counted_later);
}

/** In the order of the limits, without those for other subjects. Also for a database function that counts with another change. */
export function countersOf(
  kind: AttemptKind,
  limitSubject: RateLimitSubject,
  scopes?: LimitScope[],
): AttemptCounter[] {
  const limits: readonly AttemptLimit[] = attemptLimits[kind];
  const isByMail = Boolean(limitSubject.requestedEmail) && limits.some(({ per }) => per === 'mail');
  return limits.flatMap(({ per, attempts, known, windowSeconds, countedLater }): AttemptCounter[] => {
    const isKnown = known !== undefined && Boolean(limitSubject.knownBrowser);
    const subject = isKnown ? { ...limitSubject, knownBrowser: null } : limitSubject;
    const who = !scopes || scopes.includes(per) ? countedBy(per, subject, isByMail) : null;
    if (who === null) return [];
    const name = [kind, per, String(windowSeconds), ...(isKnown ? ['known'] : []), ...who];
    return [
      {
        key_hash: keyedHash('attempt counter', name).toString('hex'),
        attempts: isKnown ? known : attempts,
        window_seconds: windowSeconds,
        ...(countedLater && { counted_later: true }),
      },
    ];
  });
}

/** @param isByMail whether the attempt counts for an email that this browser requested, so that no other client can exhaust its tries. */
function countedBy(
  per: LimitScope,
  { account, address, knownBrowser, requestedEmail }: RateLimitSubject,
  isByMail: boolean,
): string[] | null {
  const name = account?.trim().toLowerCase();
  if (per === 'mail') return isByMail && name !== undefined && requestedEmail ? [name, requestedEmail] : null;
  if (per === 'account at network') {
    if (isByMail || name === undefined) return null;
    return knownBrowser
      ? [name, 'browser', knownBrowser]
      : [name, 'network', address ? networkOf(address) : ''];
  }
  if (knownBrowser) return null;
  if (per === 'network') return address ? [networkOf(address)] : null;
  if (per === 'account') return isByMail || name === undefined ? null : [name];
  return [];
}

/** Counts a known app's request by the ID of the app or of its token's grant, so that no other client can exhaust its limit. */
export function countAppRequest(kind: 'app_request' | 'token_request', account: string) {
  return consumeAttempt(kind, { account });
}

/** Counts refused credentials by network; valid ones are never refused for it. @returns the failure to answer with. */
export async function countRefusal(request: Pick<Request, 'headers'>, refused: Failure): Promise<Failure> {
  if (refused.code !== 'app.client_refused' && refused.code !== 'app.token_invalid') return refused;
  const counted = await consumeAttempt('app_refused', { address: readClientAddress(request.headers) });
  return counted.ok ? refused : counted;
}

/** Warns at startup that rate limits can't distinguish networks. Not with the local backend, which serves one machine. */
export function warnOfUnknownNetworks({
  embedded,
  trustedProxy,
}: Pick<Environment, 'embedded' | 'trustedProxy'>): void {
  if (embedded || trustedProxy !== null) return;
  logWarning(
    'setup.unknown_networks',
    'TRUSTED_PROXY_HEADER is not set, so all visitors share one rate limit: an attacker can lock an account out for an ' +
      'hour, or everyone for a minute, and Auth counts all visitors as one. Set it to the header in which your proxy ' +
      'sets the client IP, or to none if clients connect directly.',
  );
}
