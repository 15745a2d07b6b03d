import { hash, randomBytes } from 'node:crypto';
import { type LocalSupabase, type SignedIn, siteUrl } from 'local-supabase/testing';
import * as client from 'openid-client';
import { give } from '../../supabase/testing/apps/let-apps-in.ts';
import { accepted, callAsServer, type Person } from '../../supabase/testing/person.ts';
import { siteOnBackend } from './point-site-at.ts';
import { switchBrowser, switchToSession } from './wallet-visitor.ts';

export const callback = 'https://app.example/callback';

/** The provider's endpoints, imported once the environment is set. */
export type ProviderServer = Awaited<ReturnType<typeof openProviderServer>>;

export async function openProviderServer() {
  const [{ answerOAuth, answerPublicDocument }, interaction] = await Promise.all([
    import('../oidc/answer.ts'),
    import('../oidc/interaction.ts'),
  ]);
  const answer = (request: Request) =>
    /jwks$|^\/\.well-known/.test(new URL(request.url).pathname)
      ? answerPublicDocument(request)
      : answerOAuth(request);
  return { answer, ...interaction };
}

/** The provider on a backend, with one app of the team: the start of most attacks on it. */
export type Provider = {
  backend: LocalSupabase;
  server: ProviderServer;
  app: RegisteredApp;
  config: client.Configuration;
};

/** For a whole test file. Everything except the backend is set once the tests begin. */
export function providerOnBackend(): Provider {
  const site = { backend: siteOnBackend() } as Provider;
  beforeAll(async () => {
    site.server = await openProviderServer();
    site.app = await registerApp(site.backend);
    site.config = await connectApp(site.server, site.app);
  });
  return site;
}

export type RegisteredApp = { clientId: string; secret: string | null };

/** Registers an app of the team. @param changes override the arguments of `add_oauth_client`. */
export async function registerApp(backend: LocalSupabase, changes: object = {}): Promise<RegisteredApp> {
  const described = { name: 'Gate', redirect_uris: [callback], is_confidential: true, ...changes };
  const secret = described.is_confidential ? randomBytes(32).toString('base64url') : null;
  const added = await callAsServer<string>(backend, 'add_oauth_client', {
    p_client: described,
    p_secret_hash: secret === null ? null : hash('sha256', secret, 'base64url'),
  });
  return { clientId: accepted(added), secret };
}

/** The app's OpenID library, calling the provider in this process. */
export async function connectApp(
  { answer }: ProviderServer,
  { clientId, secret }: RegisteredApp,
  authentication = secret === null ? client.None() : client.ClientSecretBasic(secret),
): Promise<client.Configuration> {
  return client.discovery(new URL(siteUrl), clientId, undefined, authentication, {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: (url, options) =>
      answer(new Request(url, options as RequestInit)).then(async (response) => response),
  });
}

/** A browser with its cookies, calling the provider. */
export function openBrowser(server: ProviderServer, signedIn?: SignedIn) {
  const jar = signedIn ? switchToSession(signedIn.session) : switchBrowser();
  return {
    jar,
    /** Follows a link, but no redirect. */
    async visit(address: string, init: RequestInit = {}): Promise<Response> {
      switchBrowser(jar);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = new Headers({ 'sec-fetch-mode': 'navigate', accept: 'text/html', cookie });
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
      const response = await server.answer(new Request(new URL(address, siteUrl), { ...init, headers }));
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    },
    use: () => switchBrowser(jar),
  };
}

export type Browser = ReturnType<typeof openBrowser>;

/** An app's request, with its library's checks. */
export async function startRequest(config: client.Configuration, parameters: Record<string, string> = {}) {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const nonce = client.randomNonce();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...parameters,
  });
  return {
    address: address.href,
    checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
  };
}

export function pendingRequestId(response: Response): string {
  const id = /^\/connect\/([\w-]{20,})#$/.exec(response.headers.get('location') ?? '')?.[1];
  if (!id) throw new Error(`${response.status} ${response.headers.get('location')}`);
  return id;
}

/** The user of this browser, as pages see them. */
export async function viewerOf(browser: Browser) {
  browser.use();
  const { readViewer } = await import('../session/viewer.ts');
  const check = await readViewer();
  if (!check.signedIn) throw new Error(check.reason);
  return check.viewer;
}

type Agreed = { scopes?: string[]; walletIds?: string[]; parameters?: Record<string, string> };

/** Signs a user in to the app and consents. @returns the app's callback URL with the code, and its checks. */
export async function consentToCode(
  on: Pick<Provider, 'backend' | 'server' | 'config'>,
  app: RegisteredApp,
  person: Person,
  { scopes = ['openid', 'offline_access'], walletIds = [], parameters = {} }: Agreed = {},
) {
  const { address, checks } = await startRequest(on.config, { scope: scopes.join(' '), ...parameters });
  const browser = openBrowser(on.server, person);
  const led = await browser.visit(address);
  const given = accepted(await give(on.backend, person, app.clientId, walletIds, scopes));
  if (!redirectOf(led).pathname.startsWith('/connect/'))
    return { back: redirectOf(led), checks, grantId: given, browser };
  const id = pendingRequestId(led);
  const next = await on.server.finishConsent(id, await viewerOf(browser), given);
  return { back: redirectOf(await browser.visit(next)), checks, grantId: given, browser };
}

/** Ages a code, token or request, and its use if it was used. */
export async function makeOlder(backend: LocalSupabase, id: string, interval: string): Promise<void> {
  const asked = { p_id_hash: hash('sha256', id, 'base64url'), p_age: interval };
  const { refusal } = await callAsServer(backend, 'test_age_oauth_item', asked);
  if (refusal) throw new Error(refusal);
}

/** Sends a request of the app's server to an endpoint, unchanged. */
export async function postAsApp(
  { answer }: ProviderServer,
  { clientId, secret }: RegisteredApp,
  endpoint: string,
  parameters: Record<string, string>,
) {
  const own = { client_id: clientId, ...(secret && { client_secret: secret }) };
  const init = { method: 'POST', body: new URLSearchParams({ ...own, ...parameters }) };
  const answered = await answer(new Request(`${siteUrl}/oauth/${endpoint}`, init));
  return { status: answered.status, body: (await answered.json()) as Record<string, unknown> };
}

export async function endGrant(backend: LocalSupabase, { bound }: Person, grantId: string): Promise<void> {
  const asked = { ...bound, p_grant_id: grantId, p_device: null };
  const { refusal } = await callAsServer(backend, 'end_oauth_grant', asked);
  if (refusal) throw new Error(refusal);
}

export const redirectOf = (response: Response) => new URL(response.headers.get('location') ?? '', siteUrl);

export const invalidGrant = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'grant request is invalid' },
};

export const errorOf = (response: Response) => redirectOf(response).searchParams.get('error');
export const codeOf = (response: Response) => redirectOf(response).searchParams.get('code');

/** The page that explains why a request isn't redirected, with or without what it asked for. */
export const problem = (code: string) =>
  new RegExp(`^/connect/problem\\?code=${code.replace('.', '\\.')}(&asked=[\\w-]+)?#$`);

export const refusedWith = (run: Promise<string>) =>
  run.then(
    () => null,
    (error: { code: string }) => error.code,
  );
