import { hash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import { z } from 'zod';
import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import { shareInProcess } from '../share-in-process.ts';
import { fetchAuth } from '../supabase/fetch-auth.ts';
import { currentKeySet, findKeyIn, hasKeys, type KeySet, KeySetUnavailable } from './key-set.ts';

/** Verified claims. Times in epoch seconds. */
const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  aal: z.enum(['aal1', 'aal2']),
  email: z.string().default(''),
  /** The methods that this session used, newest first. */
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).default([]),
  exp: z.number(),
  /** Present in tokens of an app that the user authorized at Auth. Such tokens are refused. */
  client_id: z.never().optional(),
});
export type Claims = z.infer<typeof Claims>;

export type TokenCheck =
  /** `known`: checked less than a minute ago, so not again now. */
  | { status: 'valid'; claims: Claims; known: boolean }
  | { status: 'expired' }
  /** Signed with a key or a secret that the project doesn't use, or no longer uses. Only a refresh can tell. */
  | { status: 'unknown-key' }
  | { status: 'refused' }
  /** The token can't be checked now. */
  | { status: 'unavailable' };

const audience = 'authenticated';
/** Supabase's algorithms besides the shared secret. Excludes `none`, and HS256 with a public key as its secret. */
const asymmetricAlgorithms = ['ES256', 'RS256', 'EdDSA'];

/** Verifies signature, issuer, audience, role and expiry, by Auth only for a shared secret (HS256); within a minute rechecks the expiry. */
export async function verifyAccessToken(token: string): Promise<TokenCheck> {
  try {
    const { alg } = decodeProtectedHeader(token);
    const keySet = await currentKeySet();
    const recalled = recallToken(token, keySet);
    if (recalled) return { status: 'valid', claims: recalled, known: true };
    const check = alg === 'HS256' ? await checkShared(token, keySet) : await checkSignature(token, keySet);
    if (check.status === 'valid') rememberToken(token, check.claims, keySet);
    return check;
  } catch (error) {
    if (error instanceof joseErrors.JWTExpired) return { status: 'expired' };
    if (error instanceof KeySetUnavailable) return { status: 'unavailable' };
    if (error instanceof joseErrors.JWKSNoMatchingKey) return { status: 'unknown-key' };
    // The signature is verified first, so this issuer is the project's own.
    if (error instanceof joseErrors.JWTClaimValidationFailed && error.claim === 'iss')
      logIssuerOnce(error.payload.iss);
    // Any error of jose, and a TypeError for a malformed header.
    if (error instanceof joseErrors.JOSEError || error instanceof TypeError) return { status: 'refused' };
    throw error;
  }
}

async function checkSignature(token: string, keySet: KeySet): Promise<TokenCheck> {
  const { payload } = await jwtVerify(token, findKeyIn(keySet), {
    issuer: environment().jwtIssuer,
    audience,
    algorithms: asymmetricAlgorithms,
  });
  return parseClaims(payload);
}

/** For a shared secret, which this server neither has nor wants. */
async function checkShared(token: string, keySet: KeySet): Promise<TokenCheck> {
  // Forged, or older than the project's keys. A refresh then keeps its owner signed in.
  if (hasKeys(keySet)) return { status: 'unknown-key' };
  const payload = decodeJwt(token);
  // Not logged, because this token isn't verified yet. The sign-in logs it.
  if (payload.iss !== environment().jwtIssuer) return { status: 'refused' };
  if (payload.aud !== audience) return { status: 'refused' };
  if ((payload.exp ?? 0) * 1000 <= Date.now()) return { status: 'expired' };
  const answer = await fetchTokenUser(token);
  return answer === 'good' ? parseClaims(payload) : { status: answer };
}

function parseClaims(payload: JWTPayload): TokenCheck {
  const claims = Claims.safeParse(payload);
  return claims.success ? { status: 'valid', claims: claims.data, known: false } : { status: 'refused' };
}

/** Auth's answer: the token's user. A proxy's page doesn't match, and says nothing about the token. */
const Owner = z.object({ id: z.string() });
/** Auth's codes for a token that it never signed, and for one of an ended session. */
const Refusal = z.object({
  code: z.enum(['bad_jwt', 'session_not_found', 'session_expired', 'user_not_found', 'user_banned']),
});

/** @returns expired for an ended session, since the refresh that follows gets the same answer. */
async function fetchTokenUser(token: string): Promise<'good' | 'expired' | 'refused' | 'unavailable'> {
  try {
    const response = await fetchAuth('/user', { accessToken: token });
    const body: unknown = await response.json();
    if (response.ok && Owner.safeParse(body).data?.id === decodeJwt(token).sub) return 'good';
    const refusal = Refusal.safeParse(body).data;
    if (response.ok || response.status >= 500 || !refusal) return 'unavailable';
    return refusal.code === 'bad_jwt' ? 'refused' : 'expired';
  } catch (error) {
    logError(
      'session.check_failed',
      `Auth could not verify a token: ${error instanceof Error ? error.name : 'unknown'}`,
    );
    return 'unavailable';
  }
}

/** A visitor's page makes several requests within seconds. */
const keptForInMilliseconds = 60_000;
/** 10,000 sessions, each by its token and its cookie: about 12 MB. Evicts the least recently used, and those checked over a minute ago. */
const mostKept = 20_000;

type Checked = { claims: Claims; keySet: KeySet; checkedAt: number };

/** Keyed by hashes of tokens and of sealed cookies, in the order of last use, so that neither is kept. */
const checked = shareInProcess('checked-tokens', () => new Map<string, Checked>());

/** Null unless checked with this very key set less than a minute ago, and unexpired. @param token or the sealed cookie linked to it. */
export function recallToken(token: string, keySet: KeySet): Claims | null {
  const key = keyOf(token);
  const found = checked.get(key);
  if (!found) return null;
  checked.delete(key);
  const now = Date.now();
  const isOld = now - found.checkedAt >= keptForInMilliseconds || found.claims.exp * 1000 <= now;
  if (isOld || found.keySet !== keySet) return null;
  checked.set(key, found);
  return found.claims;
}

export function rememberToken(token: string, claims: Claims, keySet: KeySet): void {
  keep(token, { claims, keySet, checkedAt: Date.now() });
}

/** Lets `recallToken` find a checked token by its sealed cookie, so that the next request needn't unseal it. */
export function linkCookie(sealed: string, token: string): void {
  const found = checked.get(keyOf(token));
  if (found) keep(sealed, found);
}

function keep(text: string, found: Checked): void {
  checked.set(keyOf(text), found);
  for (const [key, { checkedAt }] of checked) {
    if (checked.size <= mostKept && Date.now() - checkedAt < keptForInMilliseconds) return;
    checked.delete(key);
  }
}

const keyOf = (text: string) => hash('sha256', text);

const known = shareInProcess('token-issuer', () => ({ refusedLast: false, hasLogged: false }));

const Discovery = z.object({ issuer: z.string() });

export function recordTokenCheck(wereRefused: boolean): void {
  known.refusedLast = wereRefused;
}

/** For readiness. Reads Auth's discovery document, whose issuer is empty if tokens have none. Without it, the last sign-in decides. */
export async function isIssuerExpected(): Promise<boolean> {
  const { jwtIssuer } = environment();
  const answer = await fetchAuth('/.well-known/openid-configuration').catch(() => null);
  const discovery = answer?.ok ? Discovery.safeParse(await answer.json().catch(() => null)) : undefined;
  if (!discovery?.success) return !known.refusedLast;
  if (discovery.data.issuer === jwtIssuer) return true;
  logIssuerOnce(discovery.data.issuer);
  return false;
}

/** Logs a wrong issuer, nearly always a wrong setting. Safe to log, because it comes from Auth or a verified token. */
export function logIssuerOnce(issuer: unknown): void {
  if (known.hasLogged) return;
  known.hasLogged = true;
  const { jwtIssuer } = environment();
  logError(
    'backend.issuer_misfit',
    typeof issuer === 'string' && issuer !== ''
      ? `The project's tokens are refused: they are issued by ${issuer.slice(0, 200)}, and ${jwtIssuer} is expected. If that is your project, set SUPABASE_JWT_ISSUER.`
      : `The project's tokens are refused: they name no issuer, and ${jwtIssuer} is expected. Set GOTRUE_JWT_ISSUER of the Auth server to that.`,
  );
}
