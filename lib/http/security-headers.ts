import { createHash } from 'node:crypto';

/**
 * A page's policy: no external sources; scripts and styles only with the nonce. Style attributes are allowed, since React and wallet
 * libraries set them and they run no code. `data:` images are wallet icons, only ever in `<img>`. @param nonce new for every request.
 */
export function contentSecurityPolicy(
  nonce: string,
  elsewhere: {
    reachable?: readonly string[];
    formTargets?: readonly string[];
    framed?: readonly string[];
    scripts?: readonly string[];
    styled?: readonly string[];
  } = {},
): string {
  const { reachable = [], formTargets = [], framed = [], scripts = [], styled = [] } = elsewhere;
  const development = process.env.NODE_ENV === 'development';
  return [
    `default-src 'self'`,
    // React's development build uses eval to explain errors.
    [
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
      ...scripts,
    ].join(' '),
    // Next.js's development server sends styles without a nonce.
    [development ? `style-src 'self' 'unsafe-inline'` : `style-src 'self' 'nonce-${nonce}'`, ...styled].join(
      ' ',
    ),
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `worker-src 'self'`,
    ['connect-src', `'self'`, ...reachable, ...(development ? ['ws:'] : [])].join(' '),
    ...(framed.length > 0 ? [['frame-src', `'self'`, ...framed].join(' ')] : []),
    `object-src 'none'`,
    `base-uri 'none'`,
    [`form-action 'self'`, ...formTargets].join(' '),
    `frame-ancestors 'none'`,
  ].join('; ');
}

const nonceBytes = 16;
/** Random bytes for 256 nonces: generating them for each page separately took 0.05 of its 3.4 ms. */
const random = new Uint8Array(256 * nonceBytes);
let used = random.length;

/** @returns 128 random bits in base64, unique to this call. */
export function makeNonce(): string {
  if (used === random.length) {
    crypto.getRandomValues(random);
    used = 0;
  }
  const bytes = random.subarray(used, used + nonceBytes);
  used += nonceBytes;
  return Buffer.from(bytes).toString('base64');
}

/** The source that allows exactly this inline script. */
export function sourceOfScript(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/** The policy of data responses: nothing in them may run or be framed, whatever they contain. */
export const dataPolicy = `default-src 'none'; frame-ancestors 'none'`;

/** Keeps pages out of caches, because they contain account data or set cookies. */
export const cacheControl = 'private, no-store';
