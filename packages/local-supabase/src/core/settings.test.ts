import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from './settings.ts';
import { StartFailure } from './start-failure.ts';

const read = (variables: Record<string, string> = {}) => readSettings({ NODE_ENV: 'test', ...variables });

test('refuses to start in production unless allowed', () => {
  expect(() => read({ NODE_ENV: 'production' })).toThrow(StartFailure);
  expect(() => read({ NODE_ENV: 'production' })).toThrow(/^[^\n]*LOCAL_SUPABASE_ALLOW=1[^\n]*$/);
  expect(read({ NODE_ENV: 'production', LOCAL_SUPABASE_ALLOW: '1' }).port).toBe(54321);
});

test.each([
  ['LOCAL_SUPABASE_PORT', 'http'],
  ['SITE_URL', 'ftp://site.example'],
  ['LOCAL_SUPABASE_GITHUB_URL', 'github'],
  ['LOCAL_SUPABASE_WEB3', 'yes'],
  ['LOCAL_SUPABASE_MAIL_FREQUENCY', '-1'],
])('names an invalid %s in one line', (variable, value) => {
  expect(() => read({ [variable]: value })).toThrow(StartFailure);
  expect(() => read({ [variable]: value })).toThrow(new RegExp(`^[^\\n]*${variable}[^\\n]*$`));
});

test('providers are off by default, and a played one needs only its URL', () => {
  expect(read().auth.providers).toEqual({});
  expect(read({ LOCAL_SUPABASE_GITHUB_URL: 'http://localhost:4001/' }).auth.providers).toEqual({
    github: { clientId: 'local', secret: 'local', url: 'http://localhost:4001' },
  });
});

test('Auth sends an account one email a second', () => {
  expect(read().auth.mailFrequencySeconds).toBe(1);
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

test('passkeys can be turned off, and get a wrong relying party ID', () => {
  const { passkeys } = read({ LOCAL_SUPABASE_PASSKEYS: '0', LOCAL_SUPABASE_RP_ID: 'other.example' }).auth;
  expect([passkeys.isOn, passkeys.rpId]).toEqual([false, 'other.example']);
});

describe('another project', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'local-supabase-project-'));
    mkdirSync(join(folder, 'supabase'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const readProject = (variables: Record<string, string> = {}) =>
    readSettings({ NODE_ENV: 'test', ...variables }, folder);
  const configure = (toml: string) => writeFileSync(join(folder, 'supabase/config.toml'), toml);

  test('without a config.toml has the defaults of the Supabase CLI, and paths below its own folder', () => {
    expect(readProject()).toMatchObject({
      dataFolder: join(folder, '.local/supabase'),
      migrationsFolder: null,
      restSchemas: ['public', 'graphql_public'],
      auth: { siteUrl: 'http://127.0.0.1:3000', confirmEmail: false, allowTotp: false, allowSolana: false },
    });
  });

  test('reads the files that its config.toml names, email templates relative to its folder', () => {
    writeFileSync(join(folder, 'mail.html'), 'Hello {{ .Token }}');
    mkdirSync(join(folder, 'supabase/migrations'));
    configure(`[api]
      schemas = ["public", "shop"]
      [auth.email]
      enable_confirmations = true
      [auth.email.template.confirmation]
      subject = "Welcome"
      content_path = "./mail.html"`);
    const settings = readProject();
    expect(settings).toMatchObject({
      migrationsFolder: join(folder, 'supabase/migrations'),
      restSchemas: ['public', 'shop'],
      auth: { confirmEmail: true },
    });
    expect(settings.templates.confirmation).toEqual({ subject: 'Welcome', html: 'Hello {{ .Token }}' });
  });

  test.each([
    ['is no TOML', '[auth', {}],
    ['has a wrong value', '[auth]\njwt_expiry = "long"', {}],
    [
      'names a template that is not there',
      '[auth.email.template.recovery]\nsubject = "R"\ncontent_path = "./r"',
      {},
    ],
    ['asks for what is not played', '[auth.email]\ndouble_confirm_changes = false', {}],
    ['is not where it was said to be', '', { LOCAL_SUPABASE_CONFIG: 'other/config.toml' }],
    ['is there, but not its migrations', '', { LOCAL_SUPABASE_MIGRATIONS: 'other' }],
  ])('whose config.toml %s is refused in one line', (_, toml, variables) => {
    configure(toml);
    expect(() => readProject(variables)).toThrow(StartFailure);
    expect(() => readProject(variables)).toThrow(/^[^\n]+$/);
  });
});
