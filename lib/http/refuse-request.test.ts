import { readdirSync } from 'node:fs';
import { inProject } from '../../scripts/project-folder.ts';
import { isMemberPath, isPublicPath, isSharedFile } from './public-paths';
import { isReadablePath, refusal, refuseRequest } from './refuse-request';
import { contentSecurityPolicy } from './security-headers';

const siteUrl = 'https://countersign.example';
const post = (headers: Record<string, string>, pathname = '/sign-in') =>
  refuseRequest({ method: 'POST', pathname, headers: new Headers(headers), siteUrl });
const form = 'application/x-www-form-urlencoded';

// `requests-malformed.spec` sends what pages and other sites may send. The site's server refuses all of these earlier.
describe('refuseRequest', () => {
  it("refuses a body that is too large or without a type, and a PUT to an app's entry; accepts visits", () => {
    const ofLength = (length: number) =>
      post({ origin: siteUrl, 'content-type': form, 'content-length': String(length) });
    expect([ofLength(32 * 1024), ofLength(32 * 1024 + 1)]).toEqual([null, 'request.too_large']);
    expect(post({ origin: siteUrl, 'content-length': '5' })).toBe('request.wrong_content_type');
    const headers = new Headers({ 'content-type': form, 'content-length': '5' });
    const put = refuseRequest({ method: 'PUT', pathname: '/oauth/authorize', headers, siteUrl });
    expect(put).toBe('request.cross_site');
    const visit = refuseRequest({ method: 'HEAD', pathname: '/', headers: new Headers(), siteUrl });
    expect(visit).toBeNull();
  });

  it.each(['', '-1', 'x', '1e3', '0x5', '5, 5'])('refuses a body whose length is no number: %p', (length) => {
    const headers = { origin: siteUrl, 'content-type': form, 'content-length': length };
    expect(post(headers)).toBe('request.too_large');
  });

  it('tells a form for the API, such as that of `curl -d`, about the header, and refuses it all the same', () => {
    const headers = { 'content-type': form, 'content-length': '2' };
    const poll = '/api/v1/events/poll';
    expect(post(headers, poll)).toBe('request.json_required');
    expect(post({ ...headers, origin: 'https://evil.example' }, poll)).toBe('request.json_required');
    expect(post({ ...headers, 'next-action': 'a' }, poll)).toBe('request.cross_site');
    expect(post({ ...headers, 'content-type': 'application/json' }, poll)).toBeNull();
  });

  it('returns the status and text of the catalogue', async () => {
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
])('isReadablePath distinguishes decodable paths: %s', (pathname, isText) => {
  expect(isReadablePath(pathname)).toBe(isText);
});

describe('isPublicPath', () => {
  it.each(
    `/sign-in /sign-in/second-factor /sign-up /reset-password /auth/confirm /auth/callback
      /proofs/abc /people/abc /api/health /connect/problem /connect/signed-out`.split(/\s+/),
  )('%s is public', (path) => expect(isPublicPath(path)).toBe(true));

  it.each(
    `/ /wallets /account /reset-password/new /sign-in/other /sign-up/x /x/sign-in /x/sign-up
      /x/reset-password /x/auth/confirm /auth/confirm/x /x/proofs/abc /proofs/ /x/api/v1
      /api /proofs/abc/edit /people/abc/edit /connect/sign-out /connect/signed-out/x /SIGN-IN /sign-in/
      //sign-in /sign-in%2f..%2fwallets /unavailable /anything-not-thought-of`.split(/\s+/),
  )('%s is not public', (path) => expect(isPublicPath(path)).toBe(false));
});

describe('isMemberPath', () => {
  const pages = readdirSync(inProject('app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)(page|route)\.tsx?$/.test(file))
    .map((file) => `/${file.replace(/\(.*?\)\/|\/?(page|route)\.tsx?$/g, '')}`)
    .filter((path) => path !== '/[...unknown]' && path !== '/robots.txt' && !isSharedFile(path));

  it.each(pages)('%s is either public or redirects to sign-in', (path) => {
    expect(isPublicPath(path) || isMemberPath(path)).toBe(true);
  });

  it.each('/no-such-page /walletsx /x/wallets /WALLETS //wallets /wp-login.php /%2fwallets'.split(' '))(
    '%s answers 404 to a signed-out visitor',
    (path) => expect(isMemberPath(path) || isPublicPath(path)).toBe(false),
  );
});

describe('contentSecurityPolicy', () => {
  const policy = contentSecurityPolicy('bm9uY2U=');
  it('allows scripts and styles only with the nonce, and no external source', () => {
    expect(policy).toContain("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:|\*/);
  });
});
