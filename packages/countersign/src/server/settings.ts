import { CountersignError } from '../countersign-error.ts';
import type { Person } from './person.ts';

/** An app's settings. Omitted ones are read from the environment variables named below. */
export type Settings = {
  /** The URL of the Countersign site. `ISSUER` */
  issuer?: string;
  /** `CLIENT_ID` */
  clientId?: string;
  /** Also encrypts the app's cookies. `CLIENT_SECRET` */
  clientSecret?: string;
  /** After a rotation, still decrypts cookies. Not after a leak: its finder could make sessions. `CLIENT_SECRET_PREVIOUS` */
  previousClientSecret?: string;
  /** Exactly as registered. Determines the app's origin and the paths of its handlers. `REDIRECT_URI` */
  redirectUri?: string;
  /** As registered. Signing out then offers to sign out of the site too. `POST_LOGOUT_REDIRECT_URI` */
  postLogoutRedirectUri?: string;
  /** Separated by spaces. Default: `openid profile wallets`. */
  scope?: string;
  /** The app's page for failed sign-ins, opened with `?error=`. Default: the handler shows a small page. */
  errorPath?: string;
  /** The session's cookie. */
  cookie?: {
    /** Without a prefix. Default: `countersign-` and the client ID. */
    name?: string;
    /** Shares the session with all hosts of this domain, which can then act as each person in the app. Default: the app's host. */
    domain?: string;
    /** Seconds after the sign-in or, with `offline_access`, the last refresh. Default and maximum: 30 days. */
    maxAge?: number;
  };
  /**
   * Runs before a person is signed in, such as to upsert a row of your users. If it fails, the person isn't signed in, and sees the
   * error page.
   */
  onSignIn?: (person: Person, context: { request: Request }) => unknown;
  /** Read instead of `process.env`, such as `env` of `cloudflare:workers`. */
  env?: object;
  /** Replaces `fetch` for requests to the site. */
  fetch?: typeof fetch;
};

export type CheckedSettings = {
  issuer: URL;
  /** Without a trailing slash, as in the site's `iss`. */
  issuerName: string;
  clientId: string;
  clientSecret: string;
  redirectUri: URL;
  previousClientSecret: string | null;
  postLogoutRedirectUri: string | null;
  scope: string;
  errorPath: string | null;
  cookie: { name: string; domain: string | null; maxAge: number };
  onSignIn: NonNullable<Settings['onSignIn']> | null;
  fetch: typeof fetch;
};

/** The last path segments of the handlers, besides the redirect URI's. */
export const handlerNames = ['sign-in', 'sign-out', 'wallets', 'refresh'];

export type CheckedClient = Pick<
  CheckedSettings,
  'issuer' | 'issuerName' | 'clientId' | 'clientSecret' | 'fetch'
>;

/**
 * Checks the settings that requests to the site need.
 * @throws CountersignError `settings`, with one sentence about the first invalid one
 */
export function checkClient(given: Settings = {}): CheckedClient {
  const { issuer, clientId, clientSecret } = fromEnvironment(given);
  const issuerUrl = readAddress('ISSUER', issuer, 'the address of your Countersign site');
  if (!clientId || !/^[\w.~-]+$/.test(clientId))
    throw wrong('Set CLIENT_ID to the client ID you got when you registered your app. It starts with app_.');
  if (!clientSecret)
    throw wrong('Set CLIENT_SECRET to the secret you got when you registered your app. It starts with cs_.');
  return {
    issuer: issuerUrl,
    issuerName: issuerUrl.href.replace(/\/$/, ''),
    clientId,
    clientSecret,
    fetch: given.fetch ?? ((input, init) => fetch(input, init)),
  };
}

/** Checks all settings. @throws the same */
export function checkSettings(given: Settings = {}): CheckedSettings {
  const checked = checkClient(given);
  const { redirectUri, postLogoutRedirectUri, previousClientSecret } = fromEnvironment(given);
  const redirectUrl = readAddress('REDIRECT_URI', redirectUri, 'a redirect URI, as you registered it');
  const name = lastSegment(redirectUrl);
  if (name === '' || handlerNames.includes(name) || redirectUrl.search)
    throw wrong(
      'REDIRECT_URI must end with its own path segment, such as /auth/callback, and have no query.',
    );
  if (postLogoutRedirectUri)
    readAddress(
      'POST_LOGOUT_REDIRECT_URI',
      postLogoutRedirectUri,
      'a sign-out redirect URI, as you registered it',
    );
  const { scope = 'openid profile wallets', errorPath = null } = given;
  if (!scope.split(' ').includes('openid')) throw wrong('Add openid to the scope.');
  if (errorPath !== null && !/^\/(?![/\\])/.test(errorPath))
    throw wrong('errorPath must be a path of your app, such as /sign-in-failed.');
  return {
    ...checked,
    redirectUri: redirectUrl,
    previousClientSecret: previousClientSecret || null,
    postLogoutRedirectUri: postLogoutRedirectUri || null,
    scope,
    errorPath,
    cookie: checkCookie(given, redirectUrl, checked.clientId),
    onSignIn: given.onSignIn ?? null,
  };
}

/** The lifetime of a refresh token, in seconds. */
const longestMaxAge = 30 * 24 * 3600;

function checkCookie({ cookie = {} }: Settings, { protocol, hostname }: URL, clientId: string) {
  const { name, domain = null, maxAge = longestMaxAge } = cookie;
  if (name !== undefined && !/^(?!__)[\w-]{1,64}$/.test(name))
    throw wrong('Set cookie.name to letters, digits, - and _, without __Host- or __Secure-, which is added.');
  const isHostOrParent = domain === null || `.${hostname}`.endsWith(`.${domain}`);
  if (domain !== null && protocol !== 'https:')
    throw wrong('cookie.domain requires https. Omit it on this machine.');
  // Browsers send cookies of an IP address or a single label to that host only.
  if (!isHostOrParent || (domain !== null && !/^([a-z\d-]+\.)+[a-z][a-z\d-]*$/.test(domain)))
    throw wrong('Set cookie.domain to the host of REDIRECT_URI or a domain above it, such as example.com.');
  if (!Number.isInteger(maxAge) || maxAge < 60 || maxAge > longestMaxAge)
    throw wrong(`Set cookie.maxAge to seconds, from 60 to ${longestMaxAge}.`);
  return { name: name ?? `countersign-${clientId}`, domain, maxAge };
}

function fromEnvironment(given: Settings): Settings {
  // Some servers have no `process`.
  const env = (given.env ?? globalThis.process?.env ?? {}) as Record<string, string | undefined>;
  return {
    issuer: given.issuer ?? env.ISSUER?.trim(),
    clientId: given.clientId ?? env.CLIENT_ID?.trim(),
    clientSecret: given.clientSecret ?? env.CLIENT_SECRET?.trim(),
    previousClientSecret: given.previousClientSecret ?? env.CLIENT_SECRET_PREVIOUS?.trim(),
    redirectUri: given.redirectUri ?? env.REDIRECT_URI?.trim(),
    postLogoutRedirectUri: given.postLogoutRedirectUri ?? env.POST_LOGOUT_REDIRECT_URI?.trim(),
  };
}

function readAddress(name: string, value: string | undefined, what: string): URL {
  const url = value && URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw wrong(`Set ${name} to ${what}.`);
  if (url.protocol === 'http:' && !isThisMachine(url))
    throw wrong(`${name} must start with https, except on this machine: localhost, 127.0.0.1 or [::1].`);
  return url;
}

/** Whether requests never leave this machine, so that http is allowed (RFC 8252, section 7.3). */
export function isThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Ignores a trailing slash, which some frameworks add. */
export function lastSegment({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
}

const wrong = (message: string) => new CountersignError('settings', message);
