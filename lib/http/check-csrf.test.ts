import { readdirSync } from 'node:fs';
import { inProject } from '../../scripts/project-folder.ts';
import { isReadablePath, refusal, refuseRequest } from './check-csrf';
import { isMemberPath, isPublicPath, isSharedFile } from './public-paths';
import { contentSecurityPolicy } from './security-headers';

const siteUrl = 'https://countersign.example';
const post = (headers: Record<string, string>, pathname = '/sign-in') =>
  refuseRequest({ method: 'POST', pathname, headers: new Headers(headers), siteUrl });
const form = 'application/x-www-form-urlencoded';

describe('refuseRequest', () => {
  it.each([form, 'multipart/form-data; boundary=x', 'text/plain;charset=UTF-8', 'Text/Plain ; charset=x'])(
    'lets a form through: %s',
    (type) => {
      expect(post({ origin: siteUrl, 'content-type': type, 'content-length': '5' })).toBeNull();
    },
  );

  it('leaves the interface for other apps to its own checks, but lets no form in there', () => {
    expect(post({ 'content-type': 'application/json' }, '/api/v1/proofs')).toBeNull();
    expect(post({ 'content-type': form }, '/api/v1/proofs')).toBe('request.cross_site');
    expect(post({ 'content-type': 'application/json', 'next-action': 'x' }, '/api/nothing')).toBe(
      'request.cross_site',
    );
  });

  it.each(['token', 'userinfo', 'introspect', 'revoke', 'par'])(
    'lets apps ask /oauth/%s from wherever they are, but runs no action there',
    (endpoint) => {
      const machine = { 'content-type': form, origin: 'https://app.example' };
      expect(post(machine, `/oauth/${endpoint}`)).toBeNull();
      expect(post({ 'content-type': form }, `/oauth/${endpoint}`)).toBeNull();
      expect(post({ ...machine, 'next-action': 'x' }, `/oauth/${endpoint}`)).toBe('request.cross_site');
      expect(post(machine, `/oauth/${endpoint}/x`)).toBe('request.cross_site');
    },
  );

  it('lets apps send people to sign in and out by a form, and to nothing that decides', () => {
    const sent = { 'content-type': form, origin: 'https://app.example', 'content-length': '5' };
    for (const path of ['/oauth/authorize', '/oauth/logout']) {
      expect(post(sent, path)).toBeNull();
      expect(post({ ...sent, 'content-length': '99999' }, path)).toBe('request.too_large');
      expect(post({ ...sent, 'next-action': 'x' }, path)).toBe('request.cross_site');
    }
    for (const path of [
      '/oauth/authorize/abc',
      '/oauth/logout/confirm',
      '/connect/abc/decide',
      '/connect/sign-out/decide',
    ])
      expect(post(sent, path)).toBe('request.cross_site');
  });

  it('lets every visit through', () => {
    for (const method of ['GET', 'HEAD']) {
      expect(refuseRequest({ method, pathname: '/', headers: new Headers(), siteUrl })).toBeNull();
    }
  });

  it.each(['/%ff', '/proofs/%E0%A4%A', '/api/v1/proofs/%'])(
    'knows no page of an address that is no text: %s',
    (pathname) => {
      for (const method of ['GET', 'POST']) {
        expect(refuseRequest({ method, pathname, headers: new Headers(), siteUrl })).toBe(
          'request.not_found',
        );
      }
    },
  );

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a site that looks like ours', { origin: 'https://countersign.example.evil.example' }],
    ['our site without encryption', { origin: 'http://countersign.example' }],
    ['another port', { origin: 'https://countersign.example:8443' }],
    ['a hidden origin', { origin: 'null' }],
    ['no origin', {}],
  ])('refuses a change from %s', (_attack, headers) => {
    expect(post({ 'content-type': form, ...headers } as Record<string, string>)).toBe('request.cross_site');
  });

  it.each(['application/json', 'text/html', 'application/xml', ''])(
    'refuses a body that is no form: %p',
    (type) => {
      expect(post({ origin: siteUrl, 'content-type': type })).toBe('request.wrong_content_type');
    },
  );

  it('refuses a body that does not say what it is', () => {
    expect(post({ origin: siteUrl, 'content-length': '5' })).toBe('request.wrong_content_type');
  });

  it('has no maker of smaller pictures, which fetches what it is told to', () => {
    const ask = (pathname: string) =>
      refuseRequest({ method: 'GET', pathname, headers: new Headers(), siteUrl });
    expect(ask('/_next/image')).toBe('request.not_found');
    expect(ask('/_next/image.svg')).toBeNull();
  });

  it('takes a body as large as the largest form, and not a byte more', () => {
    const ofLength = (length: number) =>
      post({ origin: siteUrl, 'content-type': form, 'content-length': String(length) });
    expect([ofLength(0), ofLength(32 * 1024), ofLength(32 * 1024 + 1)]).toEqual([
      null,
      null,
      'request.too_large',
    ]);
  });

  it('refuses a body larger than any form of ours', () => {
    const headers = { origin: siteUrl, 'content-type': form, 'content-length': String(33 * 1024) };
    expect(post(headers)).toBe('request.too_large');
  });

  it('refuses a body that does not say how long it is', () => {
    expect(post({ origin: siteUrl, 'content-type': form })).toBe('request.too_large');
  });

  it.each(['', '-1', 'x', '1e3', '0x5', '5, 5'])('refuses a body whose length is no number: %p', (length) => {
    const headers = { origin: siteUrl, 'content-type': form, 'content-length': length };
    expect(post(headers)).toBe('request.too_large');
  });

  it('answers with the status and the words of the catalogue', async () => {
    const response = refusal('request.cross_site');
    expect(response.status).toBe(403);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toContain('another site');
  });
});

test.each([
  ['/proofs/%C3%BC', true],
  ['/%ff', false],
])('isReadablePath tells an address that is text from one that is none: %s', (pathname, isText) => {
  expect(isReadablePath(pathname)).toBe(isText);
});

describe('isPublicPath', () => {
  it.each([
    '/sign-in',
    '/sign-in/second-factor',
    '/sign-up',
    '/reset-password',
    '/auth/confirm',
    '/auth/callback',
    '/proofs/abc',
    '/api/health',
    '/connect/problem',
    '/connect/signed-out',
  ])('shows %s to everybody', (path) => expect(isPublicPath(path)).toBe(true));

  it.each([
    '/',
    '/wallets',
    '/account',
    '/reset-password/new',
    '/sign-in/other',
    '/sign-up/x',
    '/x/sign-in',
    '/x/sign-up',
    '/x/reset-password',
    '/x/auth/confirm',
    '/auth/confirm/x',
    '/x/proofs/abc',
    '/proofs/',
    '/x/api/v1',
    '/api',
    '/proofs/abc/edit',
    '/connect/sign-out',
    '/connect/signed-out/x',
    '/SIGN-IN',
    '/sign-in/',
    '//sign-in',
    '/sign-in%2f..%2fwallets',
    '/unavailable',
    '/anything-not-thought-of',
  ])('shows %s to nobody signed out', (path) => expect(isPublicPath(path)).toBe(false));
});

describe('isMemberPath', () => {
  const pages = readdirSync(inProject('app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)(page|route)\.tsx?$/.test(file))
    .map((file) => `/${file.replace(/\(.*?\)\/|\/?(page|route)\.tsx?$/g, '')}`)
    .filter((path) => path !== '/[...unknown]' && path !== '/robots.txt' && !isSharedFile(path));

  it.each(pages)('%s is either for everybody or asks for sign-in', (path) => {
    expect(isPublicPath(path) || isMemberPath(path)).toBe(true);
  });

  it.each([
    '/no-such-page',
    '/walletsx',
    '/x/wallets',
    '/WALLETS',
    '//wallets',
    '/wp-login.php',
    '/%2fwallets',
  ])('%s is no page for somebody signed out', (path) =>
    expect(isMemberPath(path) || isPublicPath(path)).toBe(false),
  );
});

describe('contentSecurityPolicy', () => {
  const policy = contentSecurityPolicy('bm9uY2U=');
  it('runs only scripts and styles with the nonce, and talks to nobody else', () => {
    expect(policy).toContain("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:|\*/);
  });
});
