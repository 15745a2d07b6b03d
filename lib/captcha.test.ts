import { captchaPages } from './captcha';
import { readEnvironment } from './env';
import { contentSecurityPolicy } from './http/security-headers';

const configured = {
  SUPABASE_URL: 'https://abcdefgh.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
  SUPABASE_SECRET_KEY: 'sb_secret_test',
  SITE_URL: 'https://countersign.example',
};

function read(variables: Record<string, string>) {
  const answer = readEnvironment({ ...configured, ...variables });
  return answer.ok ? answer.environment.captcha : answer.message;
}

test('without its variables the captcha is null, and half of them are refused by name', () => {
  expect(read({})).toBeNull();
  expect(read({ CAPTCHA_PROVIDER: 'turnstile' })).toContain('CAPTCHA_SITE_KEY is missing');
  expect(read({ CAPTCHA_SITE_KEY: '0x4AAA' })).toContain('CAPTCHA_PROVIDER is missing');
  expect(read({ CAPTCHA_PROVIDER: 'recaptcha', CAPTCHA_SITE_KEY: '0x4AAA' })).toContain(
    'CAPTCHA_PROVIDER is malformed',
  );
  expect(read({ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: '"><script>' })).toContain(
    'CAPTCHA_SITE_KEY is malformed',
  );
});

test.each([
  ['turnstile', "frame-src 'self' https://challenges.cloudflare.com;"],
  ['hcaptcha', "frame-src 'self' https://hcaptcha.com https://*.hcaptcha.com;"],
])(
  "the policy for %s allows the provider's documented sources, and scripts keep their nonce",
  (provider, framed) => {
    const captcha = read({ CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: 'key' });
    if (!captcha || typeof captcha === 'string') throw new Error('There is none.');
    const policy = contentSecurityPolicy('bm9uY2U=', captcha.sources);
    expect(policy).toContain(framed);
    expect(policy).toContain("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
    expect(policy).not.toMatch(/'unsafe-(inline|eval)'.*script-src|script-src[^;]*'unsafe/);
  },
);

test('the stand-in is not used without the local backend', () => {
  const LOCAL_CAPTCHA_URL = 'http://127.0.0.1:54321/local/captcha';
  const captcha = read({ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'key', LOCAL_CAPTCHA_URL });
  expect(captcha).toMatchObject({ script: expect.stringContaining('https://challenges.cloudflare.com/') });
});

test.each([
  ['/sign-in', true],
  ['/sign-up', true],
  ['/reset-password', true],
  ['/auth/confirm', false],
  ['/sign-in/second-factor', false],
  ['/reset-password/new', false],
  ['/wallets', false],
  ['/sign-in/', false],
])('%s has forms that need a captcha: %s', (path, needs) => expect(captchaPages.test(path)).toBe(needs));
