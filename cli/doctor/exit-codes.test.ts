import { type LocalSupabase, startLocalSupabase } from 'local-supabase/testing';
import type { Check } from './check';
import { clock } from './checks/project';
import { startAlteringGateway } from './testing/altering-gateway';
import { type Found, runDoctor } from './testing/run-doctor';

let backend: LocalSupabase;
beforeAll(async () => {
  // Not the shared backend: test functions in its database would be findings.
  backend = await startLocalSupabase();
});
afterAll(() => backend.stop());

const project = ['--without-site'];
const settings = () => ({
  SUPABASE_URL: backend.url,
  SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
  SUPABASE_SECRET_KEY: backend.secretKey,
  SITE_URL: 'https://localhost',
  SOLANA_RPC_URL: 'off',
  MAIL_FROM: 'us@example.test',
  SMTP_URL: backend.smtpUrl,
  TRUSTED_PROXY_HEADER: 'none',
});

test.each([
  ['half a configuration', { SUPABASE_SECRET_KEY: '' }, 'SUPABASE_URL and SUPABASE_SECRET_KEY are required'],
  ['a malformed setting', { MWA_REFLECTOR: 'wss://reflector.example' }, 'MWA_REFLECTOR is malformed'],
  ['a logo for the dark theme alone', { SITE_LOGO_DARK: '/srv/dark.png' }, 'SITE_LOGO_DARK needs it'],
  ['an address without https', { SITE_URL: 'countersign.example' }, 'SITE_URL is malformed'],
])('exit code 3 for %s, in one line of text or of JSON', async (_, change, words) => {
  const changed = { ...settings(), ...change };
  expect(await runDoctor(changed, ...project)).toMatchObject({
    code: 3,
    output: '',
    errors: expect.stringContaining(words),
  });
  const { code, output } = await runDoctor(changed, '--json');
  expect([code, JSON.parse(output)]).toEqual([
    3,
    { format: 1, exit_code: 3, error: expect.stringContaining(words) },
  ]);
});

test('exit code 3 for an unknown option, in JSON with --json', async () => {
  const { code, output } = await runDoctor(settings(), '--json', '--fast');
  expect([code, JSON.parse(output)]).toEqual([
    3,
    { format: 1, exit_code: 3, error: expect.stringContaining("Unknown option '--fast'") },
  ]);
});

test('exit code 2 for an internal error of a check: names the location, leaks nothing, and runs the other checks', async () => {
  const [check] = clock.checks;
  const broken = jest.spyOn(check as Required<Check>, 'ask').mockImplementation(() => {
    throw new TypeError('very-secret');
  });
  try {
    const { code, output } = await runDoctor(settings(), ...project, '--json');
    const { exit_code, findings } = JSON.parse(output) as { exit_code: number; findings: Found[] };
    expect([code, exit_code]).toEqual([2, 2]);
    const fault = findings.find(({ id }) => id === 'fault');
    expect(fault).toMatchObject({
      level: 'unknown',
      what: expect.stringMatching(/TypeError at .*exit-codes\.test/),
    });
    expect(findings.map(({ id }) => id)).toContain('sign-in-methods.email');
    expect(output).not.toContain('very-secret');
  } finally {
    broken.mockRestore();
  }
});

test('exit code 2 for an internal error before the first check, in JSON with --json', async () => {
  const { code, output } = await runDoctor(
    new Proxy(settings(), {
      get: () => {
        throw new RangeError('very-secret');
      },
    }),
    '--json',
  );
  expect([code, JSON.parse(output)]).toEqual([
    2,
    { format: 1, exit_code: 2, error: expect.stringContaining('RangeError') },
  ]);
  expect(output).not.toContain('very-secret');
});

test('exit code 2 for an unreachable project', async () => {
  const gone = await startAlteringGateway(backend.url);
  await gone.close();
  const { code, errors } = await runDoctor({ ...settings(), SUPABASE_URL: gone.url }, ...project);
  expect([code, errors]).toEqual([
    2,
    expect.stringContaining(`doesn't answer at ${gone.url} (ECONNREFUSED)`),
  ]);
});
