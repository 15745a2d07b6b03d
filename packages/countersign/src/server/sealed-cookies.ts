import { EncryptJWT, type JWTPayload, jwtDecrypt } from 'jose';
import { isCanonical } from '../is-canonical.ts';
import type { CheckedSettings } from './settings.ts';

/** The lifetime of a sign-in request at the site, in seconds. */
const signInSeconds = 600;
/** Lists signed-out sessions. Outlives any session cookie that a request in progress may still set, by an older process too. */
const endedSeconds = 30 * 24 * 3600 + 3600;

/** One per sign-in, so that two tabs don't overwrite each other's. */
const suffixes = { session: '', ended: '-ended', signIn: '-sign-in-' };

export type CookieKind = keyof typeof suffixes;

export type SealedCookies = {
  /** @returns the content; null if the cookie is missing, expired, or not written by this app */
  read(kind: CookieKind, header: string | null, id?: string): Promise<Record<string, unknown> | null>;
  /** @param id distinguishes cookies of one kind: letters, digits, `-` and `_` */
  write(kind: CookieKind, content: Record<string, unknown>, id?: string): Promise<AppCookie>;
  /** Seals a cookie's content again, until the same time. @returns null as `read` does */
  keep(kind: CookieKind, header: string | null): Promise<AppCookie | null>;
  clear(kind: CookieKind, id?: string): AppCookie;
  /** Also clears sessions from before `domain` was changed, which another change would bring back. */
  clearSessions(header: string | null): AppCookie[];
  /** The IDs of the request's cookies of this kind, oldest first (RFC 6265, section 5.4). */
  list(kind: CookieKind, header: string | null): string[];
};

export type AppCookie = {
  name: string;
  value: string;
  options: {
    httpOnly: true;
    sameSite: 'lax';
    secure: boolean;
    path: '/';
    maxAge: number;
    domain?: string;
  };
};

/**
 * Cookies that only this app can read. Each is encrypted (JWE, A256GCM) for one kind, client ID and issuer, with a key derived
 * from the client secret. Over HTTPS, names start with `__Host-`, so that other subdomains can't set them. A `domain` shares only
 * the session: a planted sign-in would sign the person in to an attacker's account.
 */
export function sealCookies({
  issuerName,
  clientId,
  clientSecret,
  previousClientSecret,
  redirectUri,
  cookie: { name: baseName, domain, maxAge: sessionSeconds },
}: CheckedSettings): SealedCookies {
  const secure = redirectUri.protocol === 'https:';
  const seconds = { session: sessionSeconds, ended: endedSeconds, signIn: signInSeconds };
  const isShared = (kind: CookieKind) => domain !== null && kind !== 'signIn';
  const prefixOf = (kind: CookieKind) => (isShared(kind) ? '__Secure-' : '__Host-');
  const nameOf = (kind: CookieKind, id = '') =>
    `${secure ? prefixOf(kind) : ''}${baseName}${suffixes[kind]}${id}`;
  const cookie = (kind: CookieKind, id: string | undefined, value: string, maxAge: number): AppCookie => ({
    name: nameOf(kind, id),
    value,
    options: {
      ...{ httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge },
      ...(domain !== null && isShared(kind) && { domain }),
    },
  });
  const secrets = [clientSecret, ...(previousClientSecret === null ? [] : [previousClientSecret])];
  let made: Uint8Array[] | undefined;
  /** The first encrypts, all decrypt. */
  const keys = async () =>
    (made ??= await Promise.all(secrets.map((secret) => makeKey(secret, `${issuerName} ${clientId}`))));
  async function open(kind: CookieKind, header: string | null, id?: string): Promise<JWTPayload | null> {
    const checks = {
      ...{ issuer: issuerName, audience: clientId, subject: kind },
      ...{ keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
    };
    let newest: JWTPayload | null = null;
    // Two after `domain` was changed: browsers send the older one first.
    for (const [name, value] of pairsOf(header)) {
      if (name !== nameOf(kind, id) || !isCanonical(value)) continue;
      for (const key of await keys()) {
        // Any failure means that it isn't a cookie of this app.
        const opened = await jwtDecrypt(value, key, checks).catch(() => null);
        if (opened && (opened.payload.iat ?? 0) >= (newest?.iat ?? 0)) newest = opened.payload;
      }
    }
    return newest;
  }
  async function seal(kind: CookieKind, content: unknown, now: number, exp: number, id?: string) {
    const [key = new Uint8Array()] = await keys();
    const sealed = await new EncryptJWT({ content })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setIssuer(issuerName)
      .setAudience(clientId)
      .setSubject(kind)
      .setIssuedAt(now)
      .setExpirationTime(exp)
      .encrypt(key);
    return cookie(kind, id, sealed, exp - now);
  }
  return {
    async read(...which) {
      return ((await open(...which))?.content ?? null) as Record<string, unknown> | null;
    },
    async write(kind, content, id) {
      const now = epochSeconds();
      return seal(kind, content, now, now + seconds[kind], id);
    },
    async keep(kind, header) {
      const { content, exp } = (await open(kind, header)) ?? {};
      return content && exp ? seal(kind, content, epochSeconds(), exp) : null;
    },
    clear: (kind, id) => cookie(kind, id, '', 0),
    clearSessions(header) {
      const current = cookie('session', undefined, '', 0);
      const { domain: _, ...ofHost } = current.options;
      const labels = redirectUri.hostname.split('.');
      const domains = labels.map((_label, at) => labels.slice(at).join('.'));
      const known = [
        { name: `__Host-${baseName}`, value: '', options: ofHost },
        ...domains.map((shared) => ({
          ...{ name: `__Secure-${baseName}`, value: '', options: { ...ofHost, domain: shared } },
        })),
      ].filter(({ name }) => pairsOf(header).some(([sent]) => sent === name));
      return known.length > 0 ? known : [current];
    },
    list: (kind, header) =>
      pairsOf(header).flatMap(([name]) =>
        name.startsWith(nameOf(kind)) ? [name.slice(nameOf(kind).length)] : [],
      ),
  };
}

const epochSeconds = () => Math.floor(Date.now() / 1000);

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
  const { maxAge, secure, domain } = options;
  const scope = `${domain ? `; Domain=${domain}` : ''}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return `${name}=${value}; Path=/; Max-Age=${maxAge}${scope}`;
}
