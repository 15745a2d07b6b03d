import { safeRedirect } from './safe-redirect';

beforeAll(() => {
  process.env.SUPABASE_URL = 'http://127.0.0.1:54321';
  process.env.SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_test';
  process.env.SUPABASE_SECRET_KEY = 'sb_secret_test';
  process.env.SITE_URL = 'https://countersign.example';
});

describe('safeRedirect', () => {
  it.each([
    ['/account', '/account'],
    ['/wallets?page=2#top', '/wallets?page=2#top'],
    ['https://countersign.example/account', '/account'],
    ['/wallets/../account', '/account'],
  ])('goes on to a path of this site: %s', (next, path) => {
    expect(safeRedirect(next)).toBe(path);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    'https:evil.example',
    'https://evil.example/wallets',
    'https://countersign.example.evil.example/',
    'https://countersign.example@evil.example/',
    'http://countersign.example/account',
    '/\t/evil.example',
    '/%09/evil.example/..//evil.example',
    '/./\\evil.example',
    '/..//evil.example',
    ' /account',
    '/account\n',
    'javascript:alert(1)',
    'data:text/html,x',
    'account',
    '',
    `/${'a'.repeat(3000)}`,
    undefined,
    null,
    42,
    ['/account'],
  ])('never leaves this site: %p', (next) => {
    const path = safeRedirect(next);
    expect(new URL(path, 'https://countersign.example').origin).toBe('https://countersign.example');
    expect(path === '/wallets' || path.startsWith('/%09/')).toBe(true);
  });

  it.each(['/', '/sign-in', '/sign-in?next=/x', '/sign-up', '/auth/confirm?token_hash=x'])(
    'does not go in circles: %s',
    (next) => {
      expect(safeRedirect(next)).toBe('/wallets');
    },
  );
});
