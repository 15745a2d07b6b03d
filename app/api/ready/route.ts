import { outageRetryInSeconds } from '@/lib/backend-unavailable';
import { isAddressMissing } from '@/lib/http/client-address';
import { arePasskeysMisconfigured } from '@/lib/session/offered-passkeys';
import { isIssuerExpected } from '@/lib/session/verify-access-token';
import { checkDatabase } from '@/lib/supabase/check-database';
import { fetchAuth } from '@/lib/supabase/fetch-auth';
import { lacksCaptcha } from '@/lib/supabase/settings';

export const dynamic = 'force-dynamic';

/** 200 if users can sign in, else 503 with the reasons. `notes` names methods that don't work while another does. */
export async function GET(request: Request): Promise<Response> {
  const [auth, database, issuer, isMisconfigured, isCaptchaMissing] = await Promise.all([
    fetchAuth('/health').catch(() => null),
    checkDatabase(),
    isIssuerExpected(),
    arePasskeysMisconfigured(),
    lacksCaptcha(),
  ]);
  const waitsFor = [
    ...(auth?.ok ? [] : ['auth']),
    ...(database === 'answers' ? [] : [database]),
    ...(issuer ? [] : ['issuer']),
  ];
  const notes = [
    ...(isMisconfigured ? ['passkeys'] : []),
    ...(isCaptchaMissing ? ['captcha'] : []),
    ...(isAddressMissing(request.headers) ? ['networks'] : []),
  ];
  const headers = { 'cache-control': 'no-store' };
  return waitsFor.length === 0
    ? Response.json({ status: 'ready', ...(notes.length > 0 && { notes }) }, { headers })
    : Response.json(
        { status: 'waiting', for: waitsFor },
        { status: 503, headers: { ...headers, 'retry-after': String(outageRetryInSeconds) } },
      );
}
