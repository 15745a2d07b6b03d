import 'server-only';
import type Provider from 'oidc-provider';
import type { errors, KoaContextWithOIDC } from 'oidc-provider';
import { type Attempt, recordAttempt } from '../apps/attempts.ts';
import { scopes as known } from '../apps/grants.ts';
import { readClientAddress } from '../http/client-address.ts';
import { type Endpoint, type RequestState, requestStateOf } from './request-state.ts';

/** Stores the outcome of a sign-in request in its state, from the library's events. */
export function noteOutcomes(provider: Provider): void {
  const noteError = (ctx: KoaContextWithOIDC, { error }: errors.OIDCProviderError) => {
    requestStateOf(ctx).outcome = error;
  };
  provider.on('authorization.error', noteError);
  provider.on('pushed_authorization_request.error', noteError);
  provider.on('grant.error', noteError);
  provider.on('end_session.error', noteError);
  provider.on('interaction.started', (ctx, { reasons }) => {
    if (reasons.includes('wallet_missing')) requestStateOf(ctx).outcome = 'wallet_missing';
  });
  provider.on('authorization.success', (ctx) => {
    const state = requestStateOf(ctx);
    const { scope } = ctx.oidc.params ?? {};
    const wantsWallets = String(scope).split(' ').includes('wallets');
    if (wantsWallets && state.grant?.wallets.length === 0) state.outcome = 'no_wallet';
  });
  provider.on('grant.success', (ctx) => {
    const state = requestStateOf(ctx);
    const hasWallets = state.authorization?.scopes.includes('wallets');
    state.outcome = hasWallets ? 'signed_in' : 'signed_in_without_wallets';
  });
}

const steps: Partial<Record<Endpoint, Attempt['step']>> = {
  authorize: 'authorize',
  resume: 'authorize',
  par: 'par',
  token: 'token',
  logout: 'logout',
};

type Asked = { endpoint: Endpoint; parameters: URLSearchParams; headers: Headers };
type Ended = Pick<Partial<RequestState>, 'client' | 'item' | 'outcome' | 'hasSecret'> & {
  clientId: string | null | undefined;
};

/** Records the outcome for the app's owner. Omits the team's apps, which have no page for it, and refreshes with the right secret. */
export function recordOutcome({ endpoint, parameters, headers }: Asked, ended: Ended): void {
  const { client, item, outcome: found, hasSecret = false } = ended;
  const clientId = client?.clientId ?? ended.clientId;
  const step = steps[endpoint];
  const isOfTeam = client?.isReviewed ?? false;
  // A header can name another app than the address.
  const isOfOther = (parameters.get('client_id') ?? clientId) !== clientId;
  const isRefresh = parameters.get('grant_type') === 'refresh_token' && found !== 'invalid_client';
  const code =
    !client && found === 'invalid_client' ? 'app_disabled' : explainByScope(endpoint, parameters, found);
  if (!step || !clientId || !code || isOfTeam || isOfOther || isRefresh) return;
  const { redirect_uri: stored } = Object(item?.payload.params);
  const redirectUri =
    parameters.get('redirect_uri') ?? parameters.get('post_logout_redirect_uri') ?? stored ?? null;
  recordAttempt({ clientId, step, code, hasSecret, redirectUri, address: readClientAddress(headers) });
}

/** The library ignores unknown scopes, and answers a missing `openid` with a general error or none. */
function explainByScope(
  endpoint: Endpoint,
  parameters: URLSearchParams,
  outcome: string | undefined,
): string | undefined {
  const isAsked = endpoint === 'par' || (endpoint === 'authorize' && !parameters.has('request_uri'));
  if (!isAsked || ![undefined, 'invalid_request', 'no_wallet'].includes(outcome)) return outcome;
  const asked = parameters.get('scope')?.split(' ') ?? [];
  if (!asked.includes('openid')) return 'openid_missing';
  // Unknown scopes cause no error.
  if (outcome === 'invalid_request') return outcome;
  return asked.every((scope) => known.some((one) => one === scope)) ? outcome : 'unknown_scope';
}
