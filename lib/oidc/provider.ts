import 'server-only';
import { decodeJwt, type JWK } from 'jose';
import type Provider from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { describeClaims } from '../apps/authenticate-client.ts';
import { idTokenAlgorithms, isOfSite } from '../apps/check-registration.ts';
import { scopes } from '../apps/grants.ts';
import { differsInLoopbackPort } from '../apps/redirect-uri.ts';
import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import { isSecretOf, RequestAdapter } from './adapter.ts';
import { makeInteractionPolicy, oneFactor, twoFactors } from './interaction-policy.ts';
import { readKeys } from './keys.ts';
import { clientPrototypeOf, currentContext, parametersOf, toExtraParams, toJwks } from './library-types.ts';
import { noteOutcomes } from './outcome.ts';
import { describeProblem } from './problem.ts';
import { requestStateOf } from './request-state.ts';
import { readRequestedWallet } from './requested-wallet.ts';
import { loadExistingGrant, replaceSession } from './session-and-grant.ts';
import { askForSignOut, returnWithoutSignOut } from './sign-out-request.ts';

/** Another process may add a key, a day before it signs. */
const keysFreshForInMilliseconds = 60_000;

const second = 1;
const minute = 60 * second;
const day = 24 * 60 * minute;

export const lifetimes = {
  AccessToken: 10 * minute,
  AuthorizationCode: minute,
  IdToken: 10 * minute,
  RefreshToken: 30 * day,
  Interaction: 10 * minute,
  Session: day,
  Grant: day,
};

type Loaded = { provider: Provider; keys: JWK[]; refreshAt: number };
let loaded: Loaded | undefined;
let loading: Promise<Loaded> | undefined;

/** Throws during an outage before the first keys were read. */
export async function loadProvider(): Promise<Provider> {
  return (await loadOnce()).provider;
}

/** The provider's keys, the signing one of each algorithm first. Throws likewise. */
export async function loadKeys(): Promise<JWK[]> {
  return (await loadOnce()).keys;
}

async function loadOnce(): Promise<Loaded> {
  if (loaded && Date.now() < loaded.refreshAt) return loaded;
  loading ??= load().finally(() => {
    loading = undefined;
  });
  loaded = await loading;
  return loaded;
}

async function load(): Promise<Loaded> {
  const refreshAt = Date.now() + keysFreshForInMilliseconds;
  const keys = await readKeys({ isFirst: !loaded }).catch((error: unknown) => {
    // During an outage, the last keys stay in use.
    if (!loaded) throw error;
    return null;
  });
  const isSame = (now: JWK[], before: JWK[]) =>
    now.map(({ kid }) => kid).join() === before.map(({ kid }) => kid).join();
  if (loaded && (keys === null || isSame(keys, loaded.keys))) return { ...loaded, refreshAt };
  return { provider: await makeProvider(keys ?? []), keys: keys ?? [], refreshAt };
}

/** Imports the library lazily, so that no page loads it. */
export async function makeProvider(keys: JWK[]): Promise<Provider> {
  const library = await import('oidc-provider');
  const { siteUrl } = environment();
  const provider = new library.default(siteUrl, { ...configuration, ...configureFor(library, keys) });
  replaceSession(provider);
  provider.use(returnWithoutSignOut);
  const client = clientPrototypeOf(provider);
  client.compareClientSecret = function (given) {
    const isRight = isSecretOf(this.clientSecret, given);
    requestStateOf(currentContext(library)).hasSecret = isRight;
    return isRight;
  };
  // The library would also accept any port of `localhost`, ports that no listener has, and any port at sign-out.
  client.redirectUriAllowed = function (given) {
    if (this.redirectUris.includes(given)) return true;
    const mayChoosePort = this.clientAuthMethod === 'none' && !isOfSite(given, siteUrl);
    return mayChoosePort && this.redirectUris.some((uri) => differsInLoopbackPort(given, uri));
  };
  client.postLogoutRedirectUriAllowed = function (given) {
    return this.postLogoutRedirectUris.includes(given);
  };
  noteOutcomes(provider);
  provider.on('server_error', (_context: unknown, error: Error) => {
    logError('app.provider_failed', `The provider failed: ${error.name} ${error.message}`);
  });
  return provider;
}

function configureFor(library: typeof import('oidc-provider'), keys: JWK[]): Configuration {
  return {
    adapter: (kind) => new RequestAdapter(kind, () => requestStateOf(currentContext(library))),
    jwks: toJwks(keys),
    interactions: { policy: makeInteractionPolicy(library), url: (_ctx, { uid }) => `/connect/${uid}` },
    extraParams: toExtraParams({
      wallet(ctx) {
        const read = readRequestedWallet(parametersOf(ctx));
        if (!read.ok) throw new library.errors.InvalidRequest(read.message);
        keepOfflineAccess(ctx);
      },
      wallet_chain: null,
      wallet_max_age: null,
    }),
  };
}

/** Restores `offline_access`, which the library drops unless each request asks for consent. Here a consent holds until the user ends it. */
function keepOfflineAccess(ctx: KoaContextWithOIDC): void {
  const { askedScope, item } = requestStateOf(ctx);
  const pushed = item?.kind === 'PushedAuthorizationRequest' ? readPushedScope(item.payload.request) : null;
  const asked = (pushed ?? askedScope)?.split(' ') ?? [];
  const params = parametersOf(ctx);
  if (!asked.includes('offline_access') || params.scope?.split(' ').includes('offline_access')) return;
  params.scope = [params.scope, 'offline_access'].filter(Boolean).join(' ');
}

/** The library stores a pushed request as an unsigned JWT. */
function readPushedScope(request: unknown): string | null {
  const { scope } = decodeJwt(String(request));
  return typeof scope === 'string' ? scope : null;
}

const ofOwnApp = (client: { clientId: string }, token: object) =>
  'clientId' in token && token.clientId === client.clientId;

const configuration: Configuration = {
  scopes: [...scopes],
  claims: {
    openid: ['sub', 'auth_time', 'acr', 'amr'],
    profile: ['name'],
    email: ['email', 'email_verified'],
    wallets: ['wallets', 'page'],
    proofs: ['proofs'],
  },
  acrValues: [oneFactor, twoFactors],
  responseTypes: ['code'],
  subjectTypes: ['pairwise'],
  pairwiseIdentifier: async (ctx, accountId) => {
    const { authorization, session, sub } = requestStateOf(ctx);
    if (authorization?.userId === accountId && authorization.sub) return authorization.sub;
    // An app that doesn't know the user gets an id that matches none.
    return (session?.userId === accountId && sub) || 'unknown';
  },
  pkce: { required: (ctx) => requestStateOf(ctx).client?.requiresPkce !== false },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  enabledJWA: { idTokenSigningAlgValues: [...idTokenAlgorithms] },
  clientDefaults: { subject_type: 'pairwise', grant_types: ['authorization_code', 'refresh_token'] },
  allowOmittingSingleRegisteredRedirectUri: false,
  routes: {
    authorization: '/oauth/authorize',
    token: '/oauth/token',
    userinfo: '/oauth/userinfo',
    jwks: '/oauth/jwks',
    introspection: '/oauth/introspect',
    revocation: '/oauth/revoke',
    end_session: '/oauth/logout',
    pushed_authorization_request: '/oauth/par',
  },
  features: {
    devInteractions: { enabled: false },
    claimsParameter: { enabled: false },
    resourceIndicators: { enabled: false },
    dPoP: { enabled: false },
    introspection: {
      enabled: true,
      // Apps can introspect only their own tokens, and need a secret: the id of an app without one is public.
      allowedPolicy: (_ctx, client, token) => client.clientAuthMethod !== 'none' && ofOwnApp(client, token),
    },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => ofOwnApp(client, token) },
    pushedAuthorizationRequests: { enabled: true },
    rpInitiatedLogout: { enabled: true, logoutSource: askForSignOut },
  },
  ttl: lifetimes,
  rotateRefreshToken: true,
  issueRefreshToken: (_ctx, _client, code) => code.scopes.has('offline_access'),
  expiresWithSession: () => false,
  revokeGrantPolicy: () => false,
  clientBasedCORS: (_ctx, origin, client) =>
    client.clientAuthMethod === 'none' &&
    // The origin of a custom scheme is "null", as is any sandboxed page's.
    (client.redirectUris ?? []).some((uri) => /^https?:/.test(uri) && new URL(uri).origin === origin),
  cookies: { names: { session: 'session', interaction: 'interaction', resume: 'resume' } },
  loadExistingGrant,
  findAccount: (ctx, accountId) => {
    const { authorization, session } = requestStateOf(ctx);
    if (authorization?.userId !== accountId && session?.userId !== accountId) return undefined;
    return {
      accountId,
      claims: async () => ({ ...describeClaims(authorization?.claims ?? {}), sub: accountId }),
    };
  },
  renderError: describeProblem,
  sectorIdentifierUriValidate: () => false,
  fetch: async () => {
    throw new Error('The provider fetches nothing');
  },
};
