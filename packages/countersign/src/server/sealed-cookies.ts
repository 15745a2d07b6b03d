import { EncryptJWT, jwtDecrypt } from 'jose';
import { isCanonical } from '../is-canonical.ts';
import type { CheckedSettings } from './settings.ts';

/** The lifetime of a sign-in request at the site, in seconds. */
const signInSeconds = 600;
/** The lifetime of a refresh token, in seconds. */
const sessionSeconds = 30 * 24 * 3600;

const cookies = {
  session: { suffix: '', seconds: sessionSeconds },
  /** Lists signed-out sessions. Outlives any session cookie that a request in progress may still set. */
  ended: { suffix: '-ended', seconds: sessionSeconds + 3600 },
  /** One per sign-in, so that two tabs don't overwrite each other's. */
  signIn: { suffix: '-sign-in-', seconds: signInSeconds },
} as const;

export type CookieKind = keyof typeof cookies;

export type SealedCookies = {
  /** @returns the content; null if the cookie is missing, expired, or not written by this app */
  read(kind: CookieKind, header: string | null, id?: string): Promise<Record<string, unknown> | null>;
  /** @param id distinguishes cookies of one kind: letters, digits, `-` and `_` */
  write(kind: CookieKind, content: Record<string, unknown>, id?: string): Promise<AppCookie>;
  clear(kind: CookieKind, id?: string): AppCookie;
  /** The IDs of the request's cookies of this kind, oldest first (RFC 6265, section 5.4). */
  list(kind: CookieKind, header: string | null): string[];
};

export type AppCookie = {
  name: string;
  value: string;
  options: { httpOnly: true; sameSite: 'lax'; secure: boolean; path: '/'; maxAge: number };
};

/**
 * Cookies that only this app can read. Each is encrypted (JWE, A256GCM) for one kind, client ID and issuer, with a key derived
 * from the client secret. Over HTTPS, names start with `__Host-`, so that other subdomains can't set them.
 */
export function sealCookies({
  issuerName,
  clientId,
  clientSecret,
  previousClientSecret,
  redirectUri,
}: CheckedSettings): SealedCookies {
  const secure = redirectUri.protocol === 'https:';
  const nameOf = (kind: CookieKind, id = '') =>
    `${secure ? '__Host-' : ''}countersign-${clientId}${cookies[kind].suffix}${id}`;
  const cookie = (name: string, value: string, maxAge: number): AppCookie => ({
    name,
    value,
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge },
  });
  const secrets = [clientSecret, ...(previousClientSecret === null ? [] : [previousClientSecret])];
  let made: Uint8Array[] | undefined;
  /** The first encrypts, all decrypt. */
  const keys = async () =>
    (made ??= await Promise.all(secrets.map((secret) => makeKey(secret, `${issuerName} ${clientId}`))));
  return {
    async read(kind, header, id) {
      const [, value] = pairsOf(header).find(([name]) => name === nameOf(kind, id)) ?? [];
      if (!value || !isCanonical(value)) return null;
      const checks = {
        ...{ issuer: issuerName, audience: clientId, subject: kind },
        ...{ keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
      };
      for (const key of await keys()) {
        // Any failure means that it isn't a cookie of this app.
        const opened = await jwtDecrypt(value, key, checks).catch(() => null);
        if (opened) return (opened.payload.content ?? null) as Record<string, unknown> | null;
      }
      return null;
    },
    async write(kind, content, id) {
      const { seconds } = cookies[kind];
      const [key = new Uint8Array()] = await keys();
      const sealed = await new EncryptJWT({ content })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setIssuer(issuerName)
        .setAudience(clientId)
        .setSubject(kind)
        .setExpirationTime(`${seconds} seconds`)
        .encrypt(key);
      return cookie(nameOf(kind, id), sealed, seconds);
    },
    clear: (kind, id) => cookie(nameOf(kind, id), '', 0),
    list: (kind, header) =>
      pairsOf(header).flatMap(([name]) =>
        name.startsWith(nameOf(kind)) ? [name.slice(nameOf(kind).length)] : [],
      ),
  };
}

/** By HKDF (RFC 5869), so that the key doesn't reveal the secret. */
async function makeKey(secret: string, info: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, [
    'deriveBits',
  ]);
  const algorithm = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: encoder.encode('countersign cookies'),
    info: encoder.encode(info),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, 256));
}

function pairsOf(header: string | null): [name: string, value: string][] {
  return (header ?? '').split(/; ?/).map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')];
  });
}

export function writeSetCookie({ name, value, options }: AppCookie): string {
  const { maxAge, secure } = options;
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
