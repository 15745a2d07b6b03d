import { hash, randomBytes } from 'node:crypto';
import * as client from 'openid-client';
import type { SignedIn } from '../../supabase/local/testing/sign-in.ts';
import type { LocalSupabase } from '../../supabase/local/testing/start-local-supabase.ts';
import { accepted, callAsServer } from '../../supabase/wallets-testing/prove-without-signing.ts';
import { switchBrowser, switchToSession } from './wallet-visitor.ts';

export const siteUrl = 'http://localhost:3000';
export const callback = 'https://app.example/callback';

/** What the provider's addresses need of the server, imported once its environment is set. */
export type ProviderDoor = Awaited<ReturnType<typeof openProviderDoor>>;

export async function openProviderDoor() {
  const [{ answerApp, answerPlainly }, interaction] = await Promise.all([
    import('../oidc/answer.ts'),
    import('../oidc/interaction.ts'),
  ]);
  const answer = (request: Request) =>
    /jwks$|^\/\.well-known/.test(new URL(request.url).pathname) ? answerPlainly(request) : answerApp(request);
  return { answer, ...interaction };
}

export type RegisteredApp = { clientId: string; secret: string | null };

/** Registers an app of the team. @param changes of what `add_oauth_client` takes. */
export async function registerApp(backend: LocalSupabase, changes: object = {}): Promise<RegisteredApp> {
  const described = { name: 'Gate', redirect_uris: [callback], is_confidential: true, ...changes };
  const secret = described.is_confidential ? randomBytes(32).toString('base64url') : null;
  const added = await callAsServer<string>(backend, 'add_oauth_client', {
    p_client: described,
    p_secret_hash: secret === null ? null : hash('sha256', secret, 'base64url'),
  });
  return { clientId: accepted(added), secret };
}

/** The app's own library, asking the provider in this very process. */
export async function connectApp(
  { answer }: ProviderDoor,
  { clientId, secret }: RegisteredApp,
  authentication = secret === null ? client.None() : client.ClientSecretBasic(secret),
): Promise<client.Configuration> {
  return client.discovery(new URL(siteUrl), clientId, undefined, authentication, {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: (url, options) =>
      answer(new Request(url, options as RequestInit)).then(async (response) => response),
  });
}

/** A browser at the provider: what it is sent and where it is led, with its cookies. */
export function openBrowser(door: ProviderDoor, signedIn?: SignedIn) {
  const jar = signedIn ? switchToSession(signedIn.session) : switchBrowser();
  return {
    jar,
    /** As somebody who goes there, and not on. */
    async visit(address: string, init: RequestInit = {}): Promise<Response> {
      switchBrowser(jar);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = new Headers({ 'sec-fetch-mode': 'navigate', accept: 'text/html', cookie });
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
      const response = await door.answer(new Request(new URL(address, siteUrl), { ...init, headers }));
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

/** The request of an app, with all that its library adds. */
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

/** The id of the request that waits, from where the browser was led. */
export function waitingAt(response: Response): string {
  const id = /^\/connect\/([\w-]{20,})$/.exec(response.headers.get('location') ?? '')?.[1];
  if (!id) throw new Error(`${response.status} ${response.headers.get('location')}`);
  return id;
}

/** Where the browser was led. */
export const ledTo = (response: Response) => new URL(response.headers.get('location') ?? '', siteUrl);
