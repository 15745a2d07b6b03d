import '../testing/unreachable-project';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session, SupportedStorage } from '@supabase/supabase-js';
import { UnsecuredJWT } from 'jose';
import { enrollmentCookie, readEnrollment } from '../auth/account/enroll-authenticator';
import { areFirstCodesDue, expectFirstCodes, forgetFirstCodes } from '../auth/account/recovery-codes';
import { passkeyBrowser } from '../auth/passkey/tickets';
import { forgetPendingMfa, readPendingMfa, startPendingMfa } from '../auth/sign-in/finish-sign-in';
import {
  emailCookie,
  forgetLastMethod,
  noteAccount,
  readAccountNote,
  readLastMethod,
  rememberLastMethod,
} from '../auth/sign-in/sign-in-cookies';
import { storeOAuthState, takeOAuthState } from '../auth/sign-in/sign-in-with-provider';
import { walletBrowser } from '../auth/sign-in/solana-statement';
import { forgetSignUp, signUpCookie } from '../auth/sign-in/unverified-password';
import { environment } from '../env';
import { mailPauseLeft, startMailPause } from '../mail/limit-mail';
import { connectCookieName, readOpenRequests, writeOpenRequests } from '../oidc/interaction';
import {
  recallKnownBrowser,
  recallRequestedEmail,
  rememberKnownBrowser,
  rememberRequestedEmail,
} from '../rate-limit/read-subject';
import { type StoredSession, writeSessionCookie } from '../session/cookies';
import { startSession } from '../session/record-session';
import { createSupabase } from '../session/request-session';
import { signOut } from '../session/sign-out';
import { hostOnly, setScriptCookie } from '../set-script-cookie';
import { ownCookieName } from './cookie-options';

type CookieOptions = {
  secure?: boolean;
  httpOnly?: boolean;
  sameSite?: string;
  path?: string;
  domain?: string;
  maxAge?: number;
};
type SetCookie = { name: string; value: string; options: CookieOptions };
const mockJar = { held: new Map<string, string>(), set: [] as SetCookie[] };

jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    get: (name: string) => (mockJar.held.has(name) ? { name, value: mockJar.held.get(name) } : undefined),
    getAll: () => [...mockJar.held].map(([name, value]) => ({ name, value })),
    set: (name: string, value: string, options: CookieOptions) => {
      mockJar.held.set(name, value);
      mockJar.set.push({ name, value, options });
    },
  }),
}));

const userId = '00000000-0000-4000-8000-000000000000';
const email = 'ada@example.com';
const session = {
  access_token: new UnsecuredJWT({ email: 'owner@example.com' }).encode(),
  refresh_token: 'refresh',
  expires_in: 3600,
  token_type: 'bearer',
} as Session;

const sessionName = 'sb-abcdefgh-auth-token';
const stored = JSON.stringify({ ...session, expires_at: 1 });

async function openStorage(): Promise<SupportedStorage> {
  return ((await createSupabase()).auth as unknown as { storage: SupportedStorage }).storage;
}

/** Stores a cookie header like a browser. */
function keepHeader(header: string): void {
  const [pair = '', ...attributes] = header.split('; ');
  const [name = '', value = ''] = pair.split('=');
  const given = new Map(
    attributes.map((attribute) => attribute.split('=')).map(([key = '', text]) => [key.toLowerCase(), text]),
  );
  const options: CookieOptions = {
    path: given.get('path') ?? '',
    secure: given.has('secure'),
    httpOnly: given.has('httponly'),
    sameSite: given.get('samesite')?.toLowerCase() ?? '',
    maxAge: Number(given.get('max-age')),
    ...(given.has('domain') && { domain: given.get('domain') ?? '' }),
  };
  mockJar.held.set(name, value);
  mockJar.set.push({ name, value, options });
}

/** HttpOnly, and Secure unless overridden. */
const attributes = ({ sameSite = 'lax', secure = true }: { sameSite?: string; secure?: boolean }) => ({
  path: '/',
  httpOnly: true,
  sameSite,
  secure,
});

type Own = {
  set: () => Promise<unknown>;
  read: () => Promise<unknown>;
  end?: () => Promise<unknown>;
  /** `lax` if omitted. */
  sameSite?: string;
};

/** Every cookie that the server sets itself: the code that sets, reads and deletes it. */
const own: Record<string, Own> = {
  'authenticator-set-up': {
    set: () =>
      enrollmentCookie.write({
        userId,
        sessionId: userId,
        factorId: userId,
        name: 'Phone',
        secret: 'ABC',
        uri: 'otpauth://totp',
      }),
    read: () => readEnrollment(userId),
    end: enrollmentCookie.clear,
  },
  'first-recovery-codes': {
    set: () => expectFirstCodes(userId),
    read: () => areFirstCodesDue(userId),
    end: forgetFirstCodes,
  },
  'pending-mfa': {
    set: () => startPendingMfa(session, 'password', undefined),
    read: readPendingMfa,
    end: forgetPendingMfa,
  },
  'mfa-step': { set: () => startPendingMfa(session, 'password', undefined), read: readPendingMfa },
  'mail-pause-until': { set: startMailPause, read: async () => (await mailPauseLeft()) > 0 },
  'oauth-state': {
    set: () => storeOAuthState({ provider: 'github', purpose: 'sign-in', next: '/wallets' }),
    read: takeOAuthState,
    end: takeOAuthState,
  },
  'email-step': { set: () => emailCookie.write({ email }), read: emailCookie.read, end: emailCookie.clear },
  'last-method': {
    set: () => rememberLastMethod('github'),
    read: async () => (await readLastMethod()) === 'github',
    end: () => forgetLastMethod('github'),
  },
  'sign-up': {
    set: () => signUpCookie.write({ email, secret: 'squatter' }),
    read: signUpCookie.read,
    end: () => forgetSignUp(email),
  },
  'account-note': { set: () => noteAccount(userId, 'new'), read: () => readAccountNote(userId) },
  'passkey-browser': { set: passkeyBrowser.readOrCreate, read: passkeyBrowser.read, sameSite: 'strict' },
  'wallet-sign-in': { set: walletBrowser.readOrCreate, read: walletBrowser.read },
  'asked-mail': { set: () => rememberRequestedEmail(email), read: () => recallRequestedEmail(email) },
  connect: {
    set: async () => keepHeader(writeOpenRequests(['r'.repeat(21)])),
    read: async () => readOpenRequests(mockJar.held.get(connectCookieName())).length > 0,
    end: async () => keepHeader(writeOpenRequests([])),
  },
  device: { set: () => rememberKnownBrowser([email]), read: () => recallKnownBrowser(email) },
};

beforeEach(() => {
  jest.restoreAllMocks();
  mockJar.held.clear();
  mockJar.set.length = 0;
});

describe.each(Object.entries(own))('on https the cookie %s', (name, { set, read, end, sameSite }) => {
  it('cannot be set by a sibling of this host', async () => {
    await set();
    const mine = mockJar.set.filter((cookie) => cookie.name.includes(name));
    expect(mine.map((cookie) => cookie.name)).toEqual([`__Host-${name}`]);
    for (const { options } of mockJar.set) {
      expect(options).toMatchObject({ path: '/', secure: true });
      expect(options).not.toHaveProperty('domain');
    }
    for (const { options } of mine) expect(options).toMatchObject(attributes({ sameSite }));
    expect(await read()).toBeTruthy();
  });

  it('is ignored when a sibling plants it under the plain name', async () => {
    await set();
    const planted = [...mockJar.held].map(([held, value]) => [held.replace(/^__Host-/, ''), value] as const);
    mockJar.held.clear();
    for (const [plain, value] of planted) mockJar.held.set(plain, value);
    expect(await read()).toBeFalsy();
  });

  it('is deleted by a header that browsers accept, where it ends before its time', async () => {
    await set();
    mockJar.set.length = 0;
    await end?.();
    for (const ended of mockJar.set) {
      expect(ended.name).toMatch(/^__Host-/);
      expect(ended.value).toBe('');
      expect(ended.options).toMatchObject({ ...attributes({ sameSite }), maxAge: 0 });
    }
    if (end) expect(mockJar.set.map((cookie) => cookie.name)).toContain(`__Host-${name}`);
  });
});

describe.each(Object.entries(own))('on http the cookie %s', (name, { set, read, sameSite }) => {
  it('is also hidden from scripts and other sites, and has the plain name', async () => {
    jest.replaceProperty(environment(), 'siteUrl', 'http://localhost:3000');
    await set();
    const mine = mockJar.set.filter((cookie) => cookie.name.includes(name));
    expect(mine.map((cookie) => cookie.name)).toEqual([name]);
    for (const { options } of mine) {
      expect(options).toMatchObject(attributes({ sameSite, secure: false }));
      expect(options).not.toHaveProperty('domain');
    }
    expect(await read()).toBeTruthy();
  });
});

it.each([
  ['https://countersign.example', true],
  ['http://localhost:3000', false],
])('at %s all cookies of a session are HttpOnly, and so are those that delete it', (siteUrl, secure) => {
  jest.replaceProperty(environment(), 'siteUrl', siteUrl);
  const kept = { ...session, expires_at: 1, access_token: 'x'.repeat(8000) } as StoredSession;
  const set = writeSessionCookie(kept, []);
  expect(set.length).toBeGreaterThan(1);
  const ended = writeSessionCookie(null, set);
  expect(ended).toHaveLength(set.length);
  for (const { options } of [...set, ...ended]) {
    expect(options).toMatchObject(attributes({ secure }));
    expect(options).not.toHaveProperty('domain');
  }
  for (const { value, options } of ended) expect([value, options.maxAge]).toEqual(['', 0]);
});

it.each<[string, () => Promise<unknown>]>([
  ['a user signs in', () => startSession(session)],
  ['the Supabase client stores another', async () => (await openStorage()).setItem(sessionName, stored)],
  ['the Supabase client removes it', async () => (await openStorage()).removeItem(sessionName)],
  ['the user signs out', () => signOut('local')],
])('the session cookie has all its attributes when %s', async (_when, change) => {
  mockJar.held.set(sessionName, 'garbage');
  await change();
  expect(mockJar.set.map((cookie) => cookie.name)).toEqual([sessionName]);
  for (const { options } of mockJar.set) expect(options).toMatchObject(attributes({}));
});

it.each([
  ['https:', '__Host-theme=dark; path=/; max-age=60; samesite=lax; secure'],
  ['http:', 'theme=dark; path=/; max-age=60; samesite=lax'],
])('on %s a page sets a cookie for this host and its own requests only', (protocol, written) => {
  const page = { cookie: '' };
  Object.assign(globalThis, { location: { protocol }, document: page });
  setScriptCookie('theme', 'dark', 60);
  expect(page.cookie).toBe(written);
  Reflect.deleteProperty(globalThis, 'location');
  Reflect.deleteProperty(globalThis, 'document');
});

it('without encryption names are plain, because browsers refuse the prefix there', () => {
  expect(hostOnly('sign-up', false)).toBe('sign-up');
  expect(ownCookieName('sign-up')).toBe('__Host-sign-up');
});

it('no code sets a cookie that this list lacks', () => {
  const root = join(__dirname, '../..');
  const files = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('testing'))
      .map((file) => join(folder, file)),
  );
  const named: string[] = [];
  const strangers: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(
      /(?:ownCookieName\(|ownCookie\(|browserCookie\(|stepCookie\(\{\s*name: )'([^']+)'/g,
    ))
      named.push(name);
    const writes = /document\.cookie =|\b(store|cookies\(\)\))\s*\.(set|delete)\(/.test(text);
    const isSession = /^lib\/session\/(record-session|request-session|sign-out)\.ts$/.test(file);
    if (writes && !isSession && !/ownCookieName|hostOnly/.test(text)) strangers.push(file);
  }
  expect(strangers).toEqual([]);
  expect(named.sort()).toEqual(Object.keys(own).sort());
});
