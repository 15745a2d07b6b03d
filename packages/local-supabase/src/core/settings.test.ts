import { readSettings } from './settings.ts';
import { StartFailure } from './start-failure.ts';

const read = (variables: Record<string, string> = {}) => readSettings({ NODE_ENV: 'test', ...variables });

test('it does not start in production unless it is told to', () => {
  expect(() => read({ NODE_ENV: 'production' })).toThrow(StartFailure);
  expect(() => read({ NODE_ENV: 'production' })).toThrow(/^[^\n]*LOCAL_SUPABASE_ALLOW=1[^\n]*$/);
  expect(read({ NODE_ENV: 'production', LOCAL_SUPABASE_ALLOW: '1' }).port).toBe(54321);
});

test.each([
  ['LOCAL_SUPABASE_PORT', 'http'],
  ['SITE_URL', 'ftp://site.example'],
  ['LOCAL_SUPABASE_GITHUB_URL', 'github'],
  ['LOCAL_SUPABASE_WEB3', 'yes'],
  ['LOCAL_SUPABASE_RATE_WEB3', '-1'],
])('a bad %s is named in one line', (variable, value) => {
  expect(() => read({ [variable]: value })).toThrow(StartFailure);
  expect(() => read({ [variable]: value })).toThrow(new RegExp(`^[^\\n]*${variable}[^\\n]*$`));
});

test('no provider is on by itself, and a played one needs nothing but its address', () => {
  expect(read().auth.providers).toEqual({});
  expect(read({ LOCAL_SUPABASE_GITHUB_URL: 'http://localhost:4001/' }).auth.providers).toEqual({
    github: { clientId: 'local', secret: 'local', url: 'http://localhost:4001' },
  });
});

test('one mail a second is the only limit unless more are set', () => {
  const { mailFrequencySeconds, rateLimits } = read().auth;
  expect(mailFrequencySeconds).toBe(1);
  expect(Object.values(rateLimits)).toEqual(Object.values(rateLimits).map(() => undefined));
  expect(read({ LOCAL_SUPABASE_RATE_WEB3: '30' }).auth.rateLimits.web3).toBe(30);
});

test.each([
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ['http://127.0.0.1:3100/', 'localhost', 'http://localhost:3100'],
  ['http://[::1]:3100', 'localhost', 'http://localhost:3100'],
  ['https://app.example.test/', 'app.example.test', 'https://app.example.test'],
])('passkeys of a site at %s are for %s', (siteUrl, rpId, origin) => {
  expect(read({ SITE_URL: siteUrl }).auth.passkeys).toEqual({
    isOn: true,
    siteName: 'Countersign',
    rpId,
    origins: [origin],
  });
});

test('passkeys can be switched off, and set wrong', () => {
  const { passkeys } = read({ LOCAL_SUPABASE_PASSKEYS: '0', LOCAL_SUPABASE_RP_ID: 'other.example' }).auth;
  expect([passkeys.isOn, passkeys.rpId]).toEqual([false, 'other.example']);
});
