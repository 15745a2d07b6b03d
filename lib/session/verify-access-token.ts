import { hash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import { z } from 'zod';
import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import { shareInProcess } from '../share-in-process.ts';
import { fetchAuth } from '../supabase/fetch-auth.ts';
import { currentKeySet, findKeyIn, hasKeys, type KeySet, KeySetUnavailable } from './key-set.ts';
import { sayIssuerOnce } from './token-issuer.ts';

/** The claims that the rest of the server believes, because the token's signature was checked. Times in epoch seconds. */
const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  aal: z.enum(['aal1', 'aal2']),
  email: z.string().default(''),
  /** The ways this session was proven, newest first. */
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).default([]),
  exp: z.number(),
  /** Names an app that the person let in at Auth. A token with one, whatever it says, is the app's and no session here. */
  client_id: z.never().optional(),
});
export type Claims = z.infer<typeof Claims>;

export type TokenCheck =
  /** `known` when it was checked less than a minute ago, so not again now. */
  | { status: 'valid'; claims: Claims; known: boolean }
  | { status: 'expired' }
  /** Signed with what the project doesn't sign with, or no more: only a refresh can tell. */
  | { status: 'unknown-key' }
  | { status: 'refused' }
  /** Nothing can check the token now; says nothing about the token. */
  | { status: 'unavailable' };

const audience = 'authenticated';
/** Supabase's algorithms besides the shared secret. `none` and HS256 with a public key never get this far. */
const asymmetricAlgorithms = ['ES256', 'RS256', 'EdDSA'];

/**
 * Checks an access token's signature, issuer, audience, role and expiry without a call to Auth, or with one if the
 * project signs with a shared secret (HS256). For a minute, a valid token is checked only for expiry. Never throws for
 * a bad token.
 */
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
    // Its signature was checked before: the project made it.
    if (error instanceof joseErrors.JWTClaimValidationFailed && error.claim === 'iss')
      sayIssuerOnce(error.payload.iss);
    // jose's own errors, and TypeError for a header that can't be decoded: the token is no good.
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
  return believe(payload);
}

/** A token signed with a shared secret, which this server doesn't have and doesn't want. */
async function checkShared(token: string, keySet: KeySet): Promise<TokenCheck> {
  // Forged, or from before the project moved to keys. A refresh then keeps its owner signed in.
  if (hasKeys(keySet)) return { status: 'unknown-key' };
  const payload = decodeJwt(token);
  // Said at the sign-in where Auth hands such tokens out: of this one nobody knows yet who made it.
  if (payload.iss !== environment().jwtIssuer) return { status: 'refused' };
  if (payload.aud !== audience) return { status: 'refused' };
  if ((payload.exp ?? 0) * 1000 <= Date.now()) return { status: 'expired' };
  const answer = await askWhose(token);
  return answer === 'good' ? believe(payload) : { status: answer };
}

function believe(payload: JWTPayload): TokenCheck {
  const claims = Claims.safeParse(payload);
  return claims.success ? { status: 'valid', claims: claims.data, known: false } : { status: 'refused' };
}

/** Whose token it is, in Auth's answer. A page of someone in between has none, and says nothing about the token. */
const Owner = z.object({ id: z.string() });
/** Auth's own words for a token that it never signed, and for one whose session is over. */
const Refusal = z.object({
  code: z.enum(['bad_jwt', 'session_not_found', 'session_expired', 'user_not_found', 'user_banned']),
});

/** @returns expired where the session is over: the refresh that follows is told so too. */
async function askWhose(token: string): Promise<'good' | 'expired' | 'refused' | 'unavailable'> {
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
      `Asking about a token failed: ${error instanceof Error ? error.name : 'unknown'}`,
    );
    return 'unavailable';
  }
}

/** A page of one visitor makes several requests within seconds; past this a check is made again. */
const keptForInMilliseconds = 60_000;
/** For 10,000 sessions, each under its token and its cookie: about 12 MB. Past it what was used longest ago goes. */
const mostKept = 20_000;

type Checked = { claims: Claims; keySet: KeySet; checkedAt: number };

/** Keyed by hashes of tokens and of sealed cookies that hold one, so that neither is kept, in the order of their last use. */
const checked = shareInProcess('checked-tokens', () => new Map<string, Checked>());

/**
 * The claims of a token that was checked with this key set less than a minute ago and hasn't expired, or null. A new
 * key set checks every token again.
 * @param token or the whole sealed cookie that it was linked to
 */
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

/** Recalls a checked token by its sealed cookie too, for as long, so that the next request need not open it. */
export function linkCookie(sealed: string, token: string): void {
  const found = checked.get(keyOf(token));
  if (found) keep(sealed, found);
}

function keep(text: string, found: Checked): void {
  checked.set(keyOf(text), found);
  const oldest = checked.size > mostKept ? checked.keys().next() : null;
  if (oldest && !oldest.done) checked.delete(oldest.value);
}

const keyOf = (text: string) => hash('sha256', text);
