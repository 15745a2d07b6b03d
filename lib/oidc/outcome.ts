import 'server-only';
import { after } from 'next/server';
import type Provider from 'oidc-provider';
import type { errors, KoaContextWithOIDC } from 'oidc-provider';
import { redirectHostOf } from '../apps/attempts.ts';
import { scopes as known } from '../apps/grants.ts';
import { readClientAddress } from '../http/client-address.ts';
import { logError } from '../log/log.ts';
import { countersOf } from '../rate-limit/consume.ts';
import { callFunction } from '../supabase/call-function.ts';
import { parametersOf } from './library-types.ts';
import { sealAsked } from './problem.ts';
import { type Endpoint, type RequestStart, type RequestState, requestStateOf } from './request-state.ts';

/** Steps of a sign-in. Others, such as `revoke`, tell the owner nothing. */
const recorded = new Set<Endpoint>(['authorize', 'resume', 'par', 'token', 'logout']);

const unregistered = 'invalid_redirect_uri';

/** Stores the outcome of a sign-in request in its state, from the library's events. */
export function noteOutcomes(provider: Provider): void {
  const noteError = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
    // The codes of these may be general.
    const isUri = /redirect_uri (not registered$|did not match)/.test(error.error_description ?? '');
    const isScope = error.error_description?.startsWith('openid scope must');
    requestStateOf(ctx).outcome = isUri ? unregistered : isScope ? 'openid_missing' : error.error;
  };
  for (const from of ['authorization', 'pushed_authorization_request', 'grant', 'end_session'])
    provider.on(`${from}.error` as 'grant.error', noteError);
  provider.on('interaction.started', (ctx, { reasons }) => {
    if (reasons.includes('wallet_missing')) requestStateOf(ctx).outcome = 'wallet_missing';
  });
  provider.on('authorization.success', (ctx) => {
    const state = requestStateOf(ctx);
    const wantsWallets = parametersOf(ctx).scope?.split(' ').includes('wallets');
    if (wantsWallets && state.grant?.wallets.length === 0) state.outcome = 'no_wallet';
  });
  provider.on('grant.success', (ctx) => {
    requestStateOf(ctx).outcome = 'signed_in';
  });
}

type Asked = RequestStart & { endpoint: Endpoint; parameters: URLSearchParams; headers: Headers };
type Ended = Pick<Partial<RequestState>, 'client' | 'item' | 'session' | 'outcome' | 'hasSecret'>;

/**
 * Records a request's outcome for the app's owner, after the response, and names the request on its problem page. Omits apps of the team,
 * which have no page for it, and refreshes with the right secret.
 */
export function reportOutcome(response: Response, asked: Asked, ended: Ended): Response {
  const { endpoint, parameters, headers } = asked;
  const { client, item, session, hasSecret = false } = ended;
  const clientId = client?.clientId ?? asked.clientId;
  if (!recorded.has(endpoint)) return response;
  const step = endpoint === 'resume' ? 'authorize' : endpoint;
  const cause = !client && ended.outcome === 'invalid_client' ? 'app_disabled' : ended.outcome;
  // A misspelled scope can cause the other failure, such as `wallet` without the scope `wallets`.
  const found = cause === null ? [] : [cause, checkScope(asked)];
  const codes = [...new Set(found)].filter((code) => code !== undefined);
  const { redirect_uri: begun } = Object(item?.payload.params);
  const uri = parameters.get(step === 'logout' ? 'post_logout_redirect_uri' : 'redirect_uri') ?? begun ?? '';

  const to = response.headers.get('location');
  if (to?.startsWith('/connect/problem?code=app.') && clientId !== undefined)
    response.headers.set('location', `${to}&asked=${sealAsked({ clientId, uri, step, codes })}`);

  // A header can name another app than the address.
  const isOfOther = (parameters.get('client_id') ?? clientId) !== clientId;
  const isRefresh = parameters.get('grant_type') === 'refresh_token' && cause !== 'invalid_client';
  if (!clientId || codes.length === 0 || client?.isReviewed || isOfOther || isRefresh) return response;
  const isRegistered = [client?.redirectUris, client?.signOutUris].flat().includes(uri);
  after(async () => {
    for (const code of codes) {
      const stored = await callFunction('record_oauth_attempt', {
        p_client_id: clientId,
        p_step: step,
        p_code: code,
        p_redirect_host: isRegistered || code === unregistered ? redirectHostOf(uri) : null,
        p_has_secret: hasSecret,
        p_user_id: session?.userId ?? null,
        p_counters: countersOf('oauth_attempt', { account: clientId, address: readClientAddress(headers) }),
      });
      if (!stored.ok && stored.code !== 'auth.too_many_attempts')
        logError('app.attempt_not_recorded', `An attempt to sign in was not recorded: ${stored.code}`);
    }
  });
  return response;
}

/** The library ignores unknown scopes, and signs in without `openid`. */
function checkScope({ endpoint, parameters }: Asked): string | undefined {
  if (endpoint !== 'par' && (endpoint !== 'authorize' || parameters.has('request_uri'))) return undefined;
  const asked = parameters.get('scope')?.split(' ') ?? [];
  if (!asked.includes('openid')) return 'openid_missing';
  return asked.every((scope) => known.some((one) => one === scope)) ? undefined : 'unknown_scope';
}
