import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import type { Session, UserIdentity } from '@supabase/supabase-js';
import { z } from 'zod';
import { recordActivity } from '../../activity/activity.ts';
import { environment } from '../../env.ts';
import type { ErrorCode } from '../../errors.ts';
import { Next } from '../../forms/auth-schemas.ts';
import { stepCookie } from '../../http/own-cookie.ts';
import { withNext } from '../../http/with-next.ts';
import { type Failure, fail, type Result } from '../../result.ts';
import { readAccessToken } from '../../session/request-session.ts';
import { Provider, providerNames } from '../../session/sign-in-method.ts';
import { revokeSession } from '../../session/sign-out.ts';
import { readViewer } from '../../session/viewer.ts';
import { callAuth } from '../../supabase/call-auth.ts';
import { readEnabledSignInMethods } from '../../supabase/settings.ts';
import { expectKnownMethod, settleKnownMethod } from '../account/known-methods.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { finishSignIn } from './finish-sign-in.ts';

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

export const accountPath = '/account';

export type OAuthCallback = OAuthRefusal & { code?: string | undefined };

type Finished = { ok: true; redirectTo: string } | (Failure & { backTo: string });

/** Only the browser that began the flow can finish it, and only once: its verifier is deleted first. */
export async function finishOAuth({ code, ...refusal }: OAuthCallback): Promise<Finished> {
  const flow = await takeOAuthState();
  if (!flow) return { ...fail('provider.other_browser'), backTo: '/sign-in' };
  const backTo = flow.purpose === 'add' ? accountPath : withNext('/sign-in', flow.next);
  const given = code ? await redeem(code, flow) : fail(describeOAuthError(refusal));
  if (!given.ok) {
    if (flow.purpose === 'add') await stopAdding();
    return { ...given, backTo };
  }
  const session = given.data as Session;
  return flow.purpose === 'add' ? finishAdding(session, flow) : finishSignInFlow(session, flow);
}

function redeem(code: string, { verifier }: OAuthState) {
  const body = { auth_code: code, code_verifier: verifier };
  return callAuth({ method: 'POST', path: '/token?grant_type=pkce', body });
}

/** Ends the announced change after a failure, so that a provider added later counts as another client's. */
async function stopAdding(): Promise<void> {
  const check = await readViewer();
  if (check.signedIn) await settleKnownMethod(check.viewer.id, 'identity');
}

/**
 * Auth itself links a provider to an account with the same confirmed email: a sign-in method that the account's owner didn't add. So the
 * owner is emailed before any second factor is required, and the user who signs in this way sees a notice too.
 */
async function finishSignInFlow(session: Session, { provider, next }: OAuthState): Promise<Finished> {
  const joined = isJustLinked(session.user.identities ?? [], provider);
  if (joined) {
    await recordActivity(session.user.id, {
      kind: 'identity_joined',
      details: { provider: providerNames[provider] },
    });
  }
  const goOnTo = joined ? withNext(`${accountPath}?notice=joined-${provider}`, next) : next;
  const finished = await finishSignIn(session, provider, goOnTo);
  return finished.ok ? finished : { ...finished, backTo: withNext('/sign-in', next) };
}

/** Auth returns a session here too. It is revoked: adding a provider doesn't sign in, and this browser keeps its own session. */
async function finishAdding(session: Session, { provider }: OAuthState) {
  await revokeSession(session);
  await settleKnownMethod(session.user.id, 'identity');
  await recordActivity(session.user.id, {
    kind: 'identity_added',
    details: { provider: providerNames[provider] },
  });
  return { ok: true as const, redirectTo: `${accountPath}?notice=added-${provider}` };
}

/** Auth writes both times of a new identity within one request; a second sign-in takes longer. */
const oneRequestInMilliseconds = 2_000;

/** Whether this sign-in linked the provider to an existing account. Later ones set `updated_at`, and never `last_sign_in_at`. */
export function isJustLinked(
  identities: Pick<UserIdentity, 'provider' | 'created_at' | 'updated_at'>[],
  provider: string,
): boolean {
  const used = identities.find((identity) => identity.provider === provider);
  if (!used?.created_at || !used.updated_at || identities.length < 2) return false;
  return Date.parse(used.updated_at) - Date.parse(used.created_at) < oneRequestInMilliseconds;
}

type OAuthRefusal = {
  error?: string | undefined;
  error_code?: string | undefined;
  error_description?: string | undefined;
};

/** Auth's codes with a message of their own. */
const catalogueCodes: Record<string, ErrorCode> = {
  signup_disabled: 'auth.sign_up_closed',
  provider_email_needs_verification: 'provider.email_unverified',
  identity_already_exists: 'provider.taken',
  email_exists: 'provider.taken',
  bad_oauth_state: 'provider.oauth_expired',
  flow_state_already_used: 'provider.oauth_expired',
  flow_state_expired: 'provider.oauth_expired',
};

/** Maps a callback without a code to an error. Never shows the provider's text; unknown errors are `provider.refused`. */
export function describeOAuthError(refusal: OAuthRefusal): ErrorCode {
  const known = Object.hasOwn(catalogueCodes, refusal.error_code ?? '')
    ? catalogueCodes[refusal.error_code ?? '']
    : undefined;
  if (known) return known;
  // Auth has no code for this failure.
  if (refusal.error_description?.startsWith('Error getting user email')) return 'provider.no_email';
  return refusal.error === 'access_denied' && !refusal.error_code ? 'provider.declined' : 'provider.refused';
}

const OAuthState = z.object({
  provider: Provider,
  purpose: z.enum(['sign-in', 'add']),
  /** Auth has its hash, and returns the session only to a caller that sends it (PKCE, RFC 7636). */
  verifier: z.string().min(43).max(128),
  next: Next,
});
type OAuthState = z.infer<typeof OAuthState>;

/** Auth allows five minutes for the provider and five more for its code. */
const cookie = stepCookie({ name: 'oauth-state', schema: OAuthState, lifeInSeconds: 10 * 60 });

/** Begins a flow, replacing this browser's earlier one. Returns the query of Auth's `/authorize`. */
export async function storeOAuthState(flow: Omit<OAuthState, 'verifier'>): Promise<URLSearchParams> {
  const verifier = randomBytes(32).toString('base64url');
  await cookie.write({ ...flow, verifier });
  return new URLSearchParams({
    provider: flow.provider,
    redirect_to: `${environment().siteUrl}/auth/callback`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  });
}

/** Returns this browser's flow, if any, and ends it. */
export async function takeOAuthState(): Promise<OAuthState | null> {
  const flow = await cookie.read();
  await cookie.clear();
  return flow;
}
