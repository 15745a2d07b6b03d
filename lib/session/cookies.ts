import { combineChunks, createChunks, isChunkLike } from '@supabase/ssr';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { environment } from '../env.ts';
import { type CookieOptions, cookieOptions } from '../http/cookie-options.ts';
import { seal, unseal } from '../http/seal.ts';
import { logWarning } from '../log/log.ts';

export type RequestCookie = { name: string; value: string };
export type ResponseCookie = RequestCookie & { options: CookieOptions };

/** Logs above this size: proxies commonly refuse headers of 8 kB. */
export const largeSessionInBytes = 6 * 1024;
/** Refuses the session above this size: browsers and servers would drop its cookies silently. */
export const largestSessionInBytes = 12 * 1024;

/** Replaces `base64-` of @supabase/ssr. */
const sealedPrefix = 'sealed-';

/** The cookie's content. Sealed, so that a copied cookie reveals no token. Omits the user, which would be large and unverified. */
const StoredSession = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_at: z.number(),
  expires_in: z.number(),
  token_type: z.literal('bearer'),
});
export type StoredSession = z.infer<typeof StoredSession>;

const StoredText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('No JSON.');
      return z.NEVER;
    }
  })
  .pipe(StoredSession);

export const sessionCookieName = () => environment().sessionCookieName;

export function hasSessionCookie(cookies: RequestCookie[]): boolean {
  return cookies.some(({ name }) => isChunkLike(name, sessionCookieName()));
}

/** Joins the sealed session from its cookies. @returns null without one, or if it can't be ours. */
export async function joinSessionCookie(
  cookies: RequestCookie[],
  cookieName = sessionCookieName(),
): Promise<string | null> {
  const joined = await combineChunks(
    cookieName,
    async (chunkName) => cookies.find(({ name }) => name === chunkName)?.value ?? null,
  );
  return joined?.startsWith(sealedPrefix) && joined.length <= 4 * largestSessionInBytes ? joined : null;
}

/**
 * Also opens cookies sealed by the previous secret key; the next refresh seals them with the current one.
 * @returns null unless sealed here, for this name, complete and unchanged.
 */
export async function readSessionCookie(
  cookies: RequestCookie[],
  cookieName = sessionCookieName(),
): Promise<StoredSession | null> {
  const joined = await joinSessionCookie(cookies, cookieName);
  if (joined === null) return null;
  const { secretKeys } = environment();
  const text = unseal(joined.slice(sealedPrefix.length), { name: cookieName, secretKeys });
  if (text === null) return null;
  // Sealed here, but perhaps by a version with another format.
  const stored = StoredText.safeParse(text);
  return stored.success ? stored.data : null;
}

/** Chunks of 3180 characters, and an expired cookie for each unused one. @param session null expires all. @param other another name's. */
export function writeSessionCookie(
  session: StoredSession | null,
  carried: RequestCookie[],
  other?: { name: string; maxAge: number },
): ResponseCookie[] {
  const name = other?.name ?? sessionCookieName();
  const options = { ...cookieOptions(), ...(other && { maxAge: other.maxAge }) };
  const chunks = session ? createChunks(name, sealSession(session, name)) : [];
  const stale = carried.filter(
    (cookie) => isChunkLike(cookie.name, name) && !chunks.some((chunk) => chunk.name === cookie.name),
  );
  return [
    ...stale.map((cookie) => ({ name: cookie.name, value: '', options: { ...options, maxAge: 0 } })),
    ...chunks.map((chunk) => ({ ...chunk, options })),
  ];
}

function sealSession(session: StoredSession, name: string): string {
  const text = JSON.stringify(StoredSession.parse(session));
  return sealedPrefix + seal(text, { name, secretKey: environment().supabaseSecretKey });
}

/** Bytes in a request's Cookie header, as `name=value; `. */
export function cookieBytes(cookies: RequestCookie[]): number {
  return cookies.reduce((sum, { name, value }) => (value ? sum + name.length + value.length + 3 : sum), 0);
}

/** Thrown instead of setting cookies that a browser or a proxy would drop silently. */
export class SessionTooLarge extends Error {}

/** Logs the largest claim if the session cookies exceed 6 kB, and throws SessionTooLarge above 12 kB. */
export function checkCookieBudget(cookies: RequestCookie[], accessToken: string | undefined): void {
  const bytes = cookieBytes(cookies);
  if (bytes <= largeSessionInBytes) return;
  logWarning(
    'session.large',
    `The session cookies take ${bytes} bytes; the largest claim is ${largestClaim(accessToken)}.`,
  );
  if (bytes > largestSessionInBytes)
    throw new SessionTooLarge(`The session cookies would take ${bytes} bytes`);
}

function largestClaim(accessToken: string | undefined): string {
  if (!accessToken) return 'unknown';
  const sizes = Object.entries(decodeJwt(accessToken)).map(
    ([name, value]) => [name, JSON.stringify(value)?.length ?? 0] as const,
  );
  const [name, size] = sizes.reduce(
    (largest, claim) => (claim[1] > largest[1] ? claim : largest),
    ['none', 0],
  );
  return `${name} with ${size} bytes`;
}
