import { startLocalSupabase } from 'local-supabase/testing';
import { asksForCaptcha } from '../asks-for-captcha';

test('one request reveals whether a project requires a captcha, and uses nothing up', async () => {
  const local = await startLocalSupabase({ env: { LOCAL_SUPABASE_CAPTCHA: 'turnstile' } });
  const project = { supabaseUrl: local.url, publishableKey: local.publishableKey };
  expect(await asksForCaptcha(project, fetch)).toBe(true);
  await local.stop();
  expect(await asksForCaptcha(project, fetch)).toBeNull();
  const without = async () =>
    Response.json({ code: 'invalid_grant', message: 'unsupported_grant_type' }, { status: 400 });
  expect(await asksForCaptcha(project, without)).toBe(false);
});
