import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { CountersignError } from '../countersign-error.ts';
import { isCanonical } from '../is-canonical.ts';

export type VerifyEventOptions = {
  /** The URL of the Countersign site. */
  issuer: string;
  clientId: string;
  /** Refuses older events, in seconds. Omit it for events that you poll, which may be up to 30 days old. */
  maxAge?: number;
  /** Replaces `fetch` for the site's keys. */
  fetch?: typeof fetch;
};

/** Tolerated clock difference, in seconds. */
const leeway = 60;

type WalletOfEvent = { account: string; chain: string; address: string };

/** A security event. `jti` is the same for each delivery; `sub` is the person's subject in this app. */
export type SecurityEvent = { jti: string; sub: string; at: Date } & (
  | ({ type: 'wallet-shared' | 'wallet-proven'; provenAt: string } & WalletOfEvent)
  | ({ type: 'wallet-removed' | 'wallet-moved' } & WalletOfEvent)
  | { type: 'grant-ended' | 'account-purged' }
  /** A type that this version doesn't know. Acknowledge it. */
  | { type: 'unknown'; name: string }
);

const ofWallets = ['wallet-shared', 'wallet-proven', 'wallet-removed', 'wallet-moved'];
const ofAccounts = ['grant-ended', 'account-purged'];

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** Key sets by issuer. For an unknown key, jose loads the set again, at most every 30 seconds. */
const keySets = new Map<string, { keys: Keys; fetch: typeof fetch | undefined }>();

/**
 * Verifies a Security Event Token (RFC 8417) of the site: signature, issuer, audience and type.
 * @param token a value of `sets`, as polled from `/api/v1/events/poll`
 * @throws CountersignError `invalid_event` if the token isn't an event of this site for this app, or is older than `maxAge`:
 * don't act on it, and report it in `setErrs`, which deletes it. `unreachable` if the site's keys can't be loaded: poll the
 * event again later. `settings` for an invalid `issuer` or `maxAge`
 */
export async function verifySecurityEvent(
  token: string,
  { issuer, clientId, maxAge, fetch }: VerifyEventOptions,
): Promise<SecurityEvent> {
  const site = issuer.replace(/\/$/, '');
  if (maxAge !== undefined && !(Number.isFinite(maxAge) && maxAge >= 0))
    throw new CountersignError('settings', 'Set maxAge to a number of seconds.');
  const keys = keysOf(site, fetch);
  if (typeof token !== 'string' || !isCanonical(token))
    throw explain(new errors.JWSInvalid('Not canonical base64url'), site);
  const { payload } = await jwtVerify(token, keys, {
    issuer: site,
    audience: clientId,
    // The site signs ID tokens with the same keys.
    typ: 'secevent+jwt',
    algorithms: ['RS256', 'ES256'],
    maxTokenAge: maxAge,
    clockTolerance: leeway,
    requiredClaims: ['jti', 'toe', 'sub_id', 'events'],
  }).catch((cause: unknown) => {
    throw explain(cause, site);
  });
  return readEvent(payload, `${site}/events/`);
}

function keysOf(site: string, fetch: VerifyEventOptions['fetch']): Keys {
  if (!URL.canParse(site))
    throw new CountersignError('settings', 'Set issuer to the address of your Countersign site.');
  const known = keySets.get(site);
  if (known?.fetch === fetch && known) return known.keys;
  const keys = createRemoteJWKSet(new URL(`${site}/oauth/jwks`), fetch && { [customFetch]: fetch });
  keySets.set(site, { keys, fetch });
  return keys;
}

/** Errors that a retry can't fix. An unknown key isn't one: it may be newer than the loaded set. */
const lasting = [
  ...[errors.JWTInvalid, errors.JWTClaimValidationFailed, errors.JWSInvalid],
  ...[errors.JOSEAlgNotAllowed, errors.JWSSignatureVerificationFailed],
];

function explain(cause: unknown, site: string): CountersignError {
  // Events have no `exp`, so only maxAge can cause this.
  if (cause instanceof errors.JWTExpired)
    return new CountersignError('invalid_event', 'This event is older than maxAge.', { cause });
  return lasting.some((kind) => cause instanceof kind)
    ? new CountersignError('invalid_event', `This event was not issued by ${site} for this app.`, { cause })
    : new CountersignError('unreachable', `The keys of ${site} could not be read.`, { cause });
}

function readEvent(payload: JWTPayload, prefix: string): SecurityEvent {
  const { jti, toe, sub_id, events } = payload as unknown as Payload;
  const [[name, members] = ['', {} as EventMembers]] = Object.entries(events);
  const about = { jti, sub: sub_id.sub, at: new Date(toe * 1000) };
  const type = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  if (ofAccounts.includes(type)) return { ...about, type: type as 'grant-ended' };
  if (!ofWallets.includes(type)) return { ...about, type: 'unknown', name };
  const { account, chain, address, proven_at } = members;
  const wallet = { account, chain, address };
  return proven_at === undefined
    ? { ...about, type: type as 'wallet-moved', ...wallet }
    : { ...about, type: type as 'wallet-proven', ...wallet, provenAt: proven_at };
}

type EventMembers = WalletOfEvent & { proven_at?: string };
type Payload = { jti: string; toe: number; sub_id: { sub: string }; events: Record<string, EventMembers> };
