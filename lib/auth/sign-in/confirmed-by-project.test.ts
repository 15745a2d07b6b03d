import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connectClient, holdBackend, makeEmail, startLocalSupabase } from 'local-supabase/testing';
import { pointSiteAt } from '../../testing/point-site-at';
import { readSignedIn, switchBrowser } from '../../testing/wallet-visitor';

jest.mock('next/server', () => ({ after: (work: unknown) => typeof work === 'function' && work() }));
// Settings cached before the change; the site reads them once a minute.
jest.mock('../../supabase/settings.ts', () => ({
  ...jest.requireActual('../../supabase/settings.ts'),
  readAllowsSignUpByCode: async () => true,
  readSwitchedOff: async () => ({ isEmailOff: false, areConfirmationsOff: false }),
}));

const backend = holdBackend(() => {
  const config = join(mkdtempSync(join(tmpdir(), 'countersign-')), 'config.toml');
  const text = readFileSync('supabase/config.toml', 'utf8').replaceAll(
    './supabase/',
    `${resolve('supabase')}/`,
  );
  writeFileSync(config, text.replace('enable_confirmations = true', 'enable_confirmations = false'));
  const hasPassword = `create function countersign.test_has_password(p_email text) returns boolean
    language sql security definer set search_path = '' as
    $$ select u.encrypted_password <> '' from auth.users u where u.email = p_email $$;`;
  return startLocalSupabase({
    env: { LOCAL_SUPABASE_CONFIG: config },
    extraMigrations: { '20990101000000_has_password.sql': hasPassword },
  });
});

test("if a project has just switched confirmations off, a typed address doesn't sign in without its code, and has no password", async () => {
  pointSiteAt(backend);
  switchBrowser();
  const { continueWithEmail, signInWithCode } = await import('./sign-in-by-email');
  const email = makeEmail('typed');
  expect(await continueWithEmail({ email })).toEqual({ ok: true, redirectTo: '/sign-in?step=code' });
  expect(await readSignedIn()).toBeNull();
  const { data } = await connectClient(backend, backend.secretKey).rpc('test_has_password', {
    p_email: email,
  });
  expect(data).toBe(false);
  const { code } = await backend.newestMailTo(email);
  const typed = { email, code: code ?? '', next: undefined, type: 'email' as const };
  expect(await signInWithCode(typed)).toMatchObject({ ok: true });
});
