import 'server-only';
import { z } from 'zod';
import { cachedQuery } from '../cached-query.ts';
import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { fetchAuth } from '../supabase/fetch-auth.ts';
import { peekSettings, readArePasskeysOn } from '../supabase/settings.ts';
import { isRpIdOfSite, isWebAuthnUnset } from './passkey-settings.ts';

type OfferedPasskeys = { isOffered: true; rpId: string } | { isOffered: false };

/** Each request uses one of the 30 challenges that Auth gives an address in five minutes. */
const freshForInMilliseconds = 60 * 60_000;
const pauseAfterFailureInMilliseconds = 60_000;

const passkeys = cachedQuery(
  'passkeys',
  {
    /** The RP ID in Auth's options; null while unknown. */
    rpId: null as string | null,
    /** Passkeys are on at Auth, but no browser could use them here. */
    isMisconfigured: false,
    loggedReason: '',
  },
  fetchRpId,
);

/** Stale-while-revalidate: returns the last known answer and refreshes it in the background. Never throws. */
export async function peekPasskeys(): Promise<OfferedPasskeys> {
  const { arePasskeysOn } = await peekSettings();
  if (!arePasskeysOn) return { isOffered: false };
  return describe(await passkeys.peek(({ rpId }) => rpId === null));
}

/** Waits for Auth's answer while no passkeys are offered. Never throws. */
export async function readOfferedPasskeys(): Promise<OfferedPasskeys> {
  if (!(await readArePasskeysOn())) return { isOffered: false };
  const inFlight = passkeys.revalidate();
  if (!describe().isOffered) await inFlight;
  return describe();
}

/** A header that tells the database that passkeys don't sign in now, since it can't read the project's settings. */
export const passkeysOff = { 'x-countersign-passkeys': 'off' };

export async function arePasskeysOffered(): Promise<boolean> {
  return (await readOfferedPasskeys()).isOffered;
}

/** Refuses with `passkey.off`; with `backend.unavailable` while the project's settings are unknown. */
export async function requirePasskeys(): Promise<Result> {
  if (await arePasskeysOffered()) return { ok: true };
  const { rpId, isMisconfigured } = passkeys.known();
  const isUnknown = rpId === null && !isMisconfigured && (await readArePasskeysOn());
  return fail(isUnknown ? 'backend.unavailable' : 'passkey.off');
}

/** For `/api/ready`: whether passkeys are on at Auth but can't be used on this site. */
export async function arePasskeysMisconfigured(): Promise<boolean> {
  return (
    !(await readOfferedPasskeys()).isOffered &&
    (await readArePasskeysOn()) &&
    passkeys.known().isMisconfigured
  );
}

export function isRpIdOfThisSite(rpId: string): boolean {
  return isRpIdOfSite(rpId, environment().siteUrl);
}

function describe({ rpId, isMisconfigured } = passkeys.known()): OfferedPasskeys {
  return rpId !== null && !isMisconfigured ? { isOffered: true, rpId } : { isOffered: false };
}

const Options = z.object({ options: z.object({ rpId: z.string() }) });
const Refused = z.object({ message: z.string() });

/** Requests as this server, so that it doesn't count against a visitor's address. */
async function fetchRpId(): Promise<void> {
  const known = passkeys.known();
  known.refreshAt = Date.now() + pauseAfterFailureInMilliseconds;
  const readable = await callFunction('can_read_passkeys', {}).catch(() => null);
  if (!readable?.ok) return;
  if (!readable.rows) {
    known.isMisconfigured = true;
    return logOnce("The database may not read auth.webauthn_credentials, so it can't tell passkeys apart.");
  }
  const answer = await fetchAuth('/passkeys/authentication/options', { method: 'POST', body: {} }).catch(
    () => null,
  );
  const body: unknown = await answer?.json().catch(() => null);
  const options = Options.safeParse(body);
  if (answer?.ok && options.success) recordRpId(options.data.options.rpId);
  // While Auth is down or refuses more challenges, the last answer holds.
  if (answer?.status !== 500 || !isWebAuthnUnset(Refused.safeParse(body).data?.message ?? '')) return;
  known.isMisconfigured = true;
  logOnce("Auth can't start a passkey sign-in: its RP ID or its origins are missing.");
}

export function recordRpId(rpId: string): void {
  const known = passkeys.known();
  known.rpId = rpId;
  known.isMisconfigured = !isRpIdOfThisSite(rpId);
  known.refreshAt =
    Date.now() + (known.isMisconfigured ? pauseAfterFailureInMilliseconds : freshForInMilliseconds);
  if (!known.isMisconfigured) known.loggedReason = '';
  else logOnce(`Auth's RP ID is ${rpId}, and SITE_URL is ${environment().siteUrl}.`);
}

function logOnce(why: string): void {
  const known = passkeys.known();
  if (known.loggedReason === why) return;
  known.loggedReason = why;
  logError('passkey.not_offered', `Passkeys are on but not offered. ${why}`);
}
