import { startLocalSupabase } from 'local-supabase/testing';
import { requiresCaptcha } from '../requires-captcha';

test('one request reveals whether a project requires a captcha, and uses nothing up', async () => {
  const local = await startLocalSupabase({ env: { LOCAL_SUPABASE_CAPTCHA: 'turnstile' } });
  const project = { supabaseUrl: local.url, publishableKey: local.publishableKey };
  expect(await requiresCaptcha(project, fetch)).toBe(true);
  await local.stop();
  expect(await requiresCaptcha(project, fetch)).toBeNull();
  const without = async () =>
    Response.json({ code: 'invalid_grant', message: 'unsupported_grant_type' }, { status: 400 });
  expect(await requiresCaptcha(project, without)).toBe(false);
});
