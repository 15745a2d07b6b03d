import type { Query } from '../../core/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { linkIdentity } from '../external/link-identity.ts';
import { signInExternally } from '../external/sign-in-externally.ts';
import { callProvider, type OAuthCallback } from '../oauth/call-provider.ts';
import { describeOAuthRefusal, describeUnknownFlow } from '../oauth/describe-refusal.ts';
import { endOAuthFlow, findOAuthFlow, finishOAuthFlow, type OAuthFlow } from '../oauth/oauth-flow.ts';
import { startProviderSignIn } from '../oauth/start-sign-in.ts';
import { signSession, startSession, type UnsignedSession } from '../sessions.ts';

export function addOAuthRoutes(app: AuthApp, auth: AuthContext): void {
  app.get('/authorize', async (request) =>
    request.redirect(await startProviderSignIn(request, auth, { linkingTargetId: null }), 302),
  );
  const back = (request: AuthRequest) => finishOAuth(request, auth);
  app.get('/callback', back);
  app.post('/callback', back);
}

async function finishOAuth(request: AuthRequest, auth: AuthContext): Promise<Response> {
  const answer = await readProviderAnswer(request);
  let flow: OAuthFlow;
  try {
    flow = await transactAsAuth(auth, (query) => findOAuthFlow(query, answer.get('state') ?? ''));
  } catch (error) {
    return request.redirect(describeUnknownFlow(auth.settings.siteUrl, error), 303);
  }
  try {
    const { tokens, profile } = await callProvider(auth, flow.provider_type, answer);
    return request.redirect(await completeFlow(request, auth, { flow, tokens, profile }), 302);
  } catch (error) {
    return request.redirect(describeOAuthRefusal(flow.referrer, error), 302);
  }
}

/** GET sends the parameters in the query, POST (`response_mode=form_post`) in the body. */
async function readProviderAnswer(request: AuthRequest): Promise<URLSearchParams> {
  if (request.req.method === 'POST') return new URLSearchParams(await request.req.text());
  return new URL(request.req.url).searchParams;
}

/** Returns the redirect, with a code if the app sent a challenge, otherwise with the session in the fragment. */
async function completeFlow(
  request: AuthRequest,
  auth: AuthContext,
  { flow, tokens, profile }: OAuthCallback & { flow: OAuthFlow },
): Promise<string> {
  const outcome = await transactAsAuth(auth, async (query) => {
    const signIn = await enterAccount(query, auth, flow, profile);
    if (!signIn.ok) return signIn.error;
    if (flow.code_challenge !== null) {
      await finishOAuthFlow(query, { flow, userId: signIn.user.id, tokens });
      return undefined;
    }
    await endOAuthFlow(query, flow);
    return startSession(query, auth, { user: signIn.user, method: 'oauth', request });
  });
  if (outcome instanceof AuthError) throw outcome;
  const target = new URL(flow.referrer);
  if (outcome === undefined) target.searchParams.set('code', flow.auth_code ?? '');
  else target.hash = await describeSessionInFragment(auth, outcome, tokens.accessToken);
  return target.toString();
}

function enterAccount(query: Query, auth: AuthContext, flow: OAuthFlow, profile: OAuthCallback['profile']) {
  const provided = { provider: flow.provider_type, profile };
  return flow.linking_target_id === null
    ? signInExternally(query, auth, provided)
    : linkIdentity(query, auth, { ...provided, userId: flow.linking_target_id });
}

async function describeSessionInFragment(
  auth: AuthContext,
  session: UnsignedSession,
  providerToken: string,
): Promise<string> {
  const signed = await signSession(auth, session);
  return new URLSearchParams({
    access_token: signed.access_token,
    expires_at: String(signed.expires_at),
    expires_in: String(signed.expires_in),
    provider_token: providerToken,
    refresh_token: signed.refresh_token,
    sb: '',
    token_type: 'bearer',
  }).toString();
}
