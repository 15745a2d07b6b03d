import '../testing/unreachable-project';
import { safeRedirect } from './safe-redirect';
import { withNext } from './with-next';

describe('safeRedirect', () => {
  it.each([
    ['/account', '/account'],
    ['/wallets?page=2#top', '/wallets?page=2#top'],
    ['https://countersign.example/account', '/account'],
    ['/wallets/../account', '/account'],
    ['/account/', '/account/'],
    ['/proofs/sign-in', '/proofs/sign-in'],
    ['/connect/Kx3_-9aQpZ0mVtR5nW7bY', '/connect/Kx3_-9aQpZ0mVtR5nW7bY'],
    ['/wallets?from=/sign-in', '/wallets?from=/sign-in'],
  ])('continues to a path of this site: %s', (next, path) => {
    expect(safeRedirect(next)).toBe(path);
  });

  it.each([
    ...['//evil.example', '//evil.example/account', '///evil.example', '/\\evil.example', '\\/evil.example'],
    ...['\\\\evil.example', 'https:evil.example', 'https://evil.example', 'https://evil.example/wallets'],
    ...['http://localhost@evil.example', 'https://countersign.example.evil.example/'],
    ...['https://countersign.example@evil.example/', 'http://countersign.example/account'],
    ...['/\t/evil.example', '\t//evil.example', '/..//evil.example', '/.//evil.example', '/./\\evil.example'],
    ...['/%09/evil.example/..//evil.example', '/%09/evil.example/../..//evil.example'],
    ...[' /account', '/account\u0000', '/account\u007f', '/ account', '//[', '//a:b', '/account\n'],
    ...['javascript:alert(1)', 'data:text/html,x', 'data:text/html,<script>alert(1)</script>'],
    ...['account', 'evil.example', '', `/${'a'.repeat(3000)}`],
    ...[undefined, null, 42, ['/account']],
  ])('never leaves this site: %p', (next) => {
    const path = safeRedirect(next);
    expect(new URL(path, 'https://countersign.example').origin).toBe('https://countersign.example');
    expect(path === '/wallets' || path.startsWith('/%09/')).toBe(true);
  });

  it('continues to a URL of 2000 characters, and to none that is longer', () => {
    const path = `/${'a'.repeat(1999)}`;
    expect(safeRedirect(path)).toBe(path);
    expect(safeRedirect(`${path}a`)).toBe('/wallets');
  });

  it.each(['/?x', '/#x', '/', '/sign-in', '/sign-in?next=/x', '/sign-up', '/auth/confirm?token_hash=x'])(
    'never redirects in circles: %s',
    (next) => {
      expect(safeRedirect(next)).toBe('/wallets');
    },
  );
});

test('a link to another sign-in page keeps `next`, and adds none without it', () => {
  expect(withNext('/sign-in', '/a?b=c&d')).toBe('/sign-in?next=%2Fa%3Fb%3Dc%26d');
  expect(withNext('/sign-in?step=code', '/a')).toBe('/sign-in?step=code&next=%2Fa');
  expect([withNext('/sign-in', undefined), withNext('/sign-in', '')]).toEqual(['/sign-in', '/sign-in']);
});
