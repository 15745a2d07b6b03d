import * as client from 'openid-client';
import type { AppCookie, SealedCookies } from './sealed-cookies.ts';
import { makeSession, type Session } from './session.ts';
import type { CheckedSettings } from './settings.ts';
import { type Discover, refusalOf } from './site.ts';

/** What this browser set out with, for one sign-in. */
type SignIn = { state: string; nonce: string; verifier: string; returnTo: string };

/** Two tabs may sign in at once. */
const mostSignIns = 4;
/** Browsers keep 4,096 bytes of a cookie (RFC 6265, section 6.1), with its name. The oldest sign-ins are forgotten for that. */
const largestValue = 3800;

/** What `errorPath` is opened with, as `?error=`. */
export type SignInError =
  /** The person pressed Cancel. */
  | 'access_denied'
  /** This browser began no such sign-in, or not within ten minutes. */
  | 'sign_in_expired'
  /** Anything else. The server's log says what. */
  | 'sign_in_failed';

export type SignedIn =
  | { ok: true; session: Session; returnTo: string; signIns: AppCookie }
  | { ok: false; error: SignInError; signIns: AppCookie };

/** What `/sign-in` passes on to the site. docs/apps.md says what each requires. */
const passedOn = ['prompt', 'wallet', 'wallet_chain', 'wallet_max_age', 'ui_locales'];

/** The authorization code flow with PKCE, state and nonce, by openid-client. */
export function prepareSignIn(settings: CheckedSettings, discover: Discover, cookies: SealedCookies) {
  const { redirectUri, scope } = settings;

  async function readSignIns(cookieHeader: string | null): Promise<SignIn[]> {
    const content = await cookies.read('signIns', cookieHeader);
    return (content?.signIns as SignIn[] | undefined) ?? [];
  }

  async function writeSignIns(signIns: SignIn[]): Promise<AppCookie> {
    const cookie = await cookies.write('signIns', { signIns });
    return cookie.value.length > largestValue && signIns.length > 1 ? writeSignIns(signIns.slice(1)) : cookie;
  }

  return {
    /**
     * @param wanted of the request: those of `passedOn`
     * @param returnTo a path of this app
     * @throws CountersignError
     */
    async start(cookieHeader: string | null, wanted: URLSearchParams, returnTo: string) {
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const verifier = client.randomPKCECodeVerifier();
      const site = await discover();
      const parameters = new URLSearchParams({
        redirect_uri: redirectUri.href,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      for (const name of passedOn) {
        const value = wanted.get(name);
        if (value) parameters.set(name, value);
      }
      const begun = [...(await readSignIns(cookieHeader)), { state, nonce, verifier, returnTo }];
      return {
        location: client.buildAuthorizationUrl(site, parameters),
        signIns: await writeSignIns(begun.slice(-mostSignIns)),
      };
    },

    /**
     * Only the browser that left may come back, once, with the answer to its own question.
     * @param search of the address that it came back to
     */
    async finish(cookieHeader: string | null, search: string): Promise<SignedIn> {
      const all = await readSignIns(cookieHeader);
      const state = new URLSearchParams(search).get('state');
      const begun = all.find((one) => one.state === state);
      const others = all.filter((one) => one !== begun);
      const signIns = others.length > 0 ? await writeSignIns(others) : cookies.clear('signIns');
      if (!begun) return { ok: false, error: 'sign_in_expired', signIns };
      const answer = new URL(redirectUri);
      answer.search = search;
      try {
        const session = await exchange(answer, begun);
        return { ok: true, session, returnTo: begun.returnTo, signIns };
      } catch (error) {
        return { ok: false, error: explain(error), signIns };
      }
    },
  };

  async function exchange(answer: URL, { state, nonce, verifier }: SignIn): Promise<Session> {
    const site = await discover();
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    const tokens = await client.authorizationCodeGrant(site, answer, checks);
    const { sub } = tokens.claims() ?? {};
    if (!sub) throw new Error('The site sent no ID token.');
    // The ID token says who someone is. What they are called is in userinfo.
    const { name = null, email = null } = await client.fetchUserInfo(site, tokens.access_token, sub);
    return makeSession({ sub, name, email }, tokens);
  }

  function explain(error: unknown): SignInError {
    const refusal = error instanceof client.AuthorizationResponseError ? error.error : null;
    if (refusal === 'access_denied') return 'access_denied';
    console.error(`Nobody was signed in: ${refusal ?? reasonOf(error)}`);
    return 'sign_in_failed';
  }

  function reasonOf(error: unknown): string {
    try {
      return refusalOf(error, settings);
    } catch (explained) {
      // What the library found wrong with an answer says more than that there was none.
      return error instanceof client.ClientError ? error.message : String(explained);
    }
  }
}
