import 'server-only';
import { z } from 'zod';
import { type Failure, fail, type Result } from '../../result.ts';
import { readAccessToken } from '../../session/request-session.ts';
import type { Provider } from '../../session/sign-in-method.ts';
import { callAuth } from '../../supabase/call-auth.ts';
import { readEnabledSignInMethods } from '../../supabase/settings.ts';
import { expectKnownMethod, settleKnownMethod } from '../account/known-methods.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { storeOAuthState } from './oauth-state.ts';

type OAuthStart = Result<{ redirectTo: string }>;

export async function startOAuthSignIn(provider: Provider, next: string | undefined): Promise<OAuthStart> {
  if (!(await readEnabledSignInMethods()).includes(provider)) return fail('provider.off');
  const query = await storeOAuthState({ provider, purpose: 'sign-in', next });
  // Not by the browser, which would stay on Auth's page if Auth refuses or is down.
  const asked = await callAuth({ method: 'GET', path: `/authorize?${query}` });
  return asked.ok ? succeed(z.object({ location: z.url() }).parse(asked.data).location) : explain(asked);
}

export async function startOAuthLink(provider: Provider): Promise<OAuthStart> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const expected = await expectKnownMethod(acting.viewer.id, { kind: 'identity', reference: provider });
  if (!expected.ok) return expected;
  const query = await storeOAuthState({ provider, purpose: 'add', next: undefined });
  query.set('skip_http_redirect', 'true');
  const path = `/user/identities/authorize?${query}`;
  const asked = await callAuth({ method: 'GET', path, accessToken: await readAccessToken() });
  if (asked.ok) return succeed(z.object({ url: z.url() }).parse(asked.data).url);
  await settleKnownMethod(acting.viewer.id, 'identity');
  return explain(asked);
}

function succeed(redirectTo: string): OAuthStart {
  return { ok: true, redirectTo };
}

/** Auth reports a disabled provider as a validation failure. */
function explain(failure: Failure): Failure {
  return failure.code === 'field.email_invalid' ? fail('provider.off') : failure;
}
