/** Settings omit it: Auth checks the captcha before the grant type, so an invalid type reveals it. Null if unclear. Never throws. */
export async function requiresCaptcha(
  { supabaseUrl, publishableKey }: { supabaseUrl: string; publishableKey: string },
  ask: typeof fetch,
): Promise<boolean | null> {
  const answer = await ask(`${supabaseUrl}/auth/v1/token?grant_type=none`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: '{}',
    cache: 'no-store',
  }).catch(() => null);
  if (answer?.status !== 400) return null;
  const body: unknown = await answer.json().catch(() => null);
  if (typeof body !== 'object' || body === null) return null;
  const { code, error_code } = body as { code?: unknown; error_code?: unknown };
  return code === 'captcha_failed' || error_code === 'captcha_failed';
}
