import * as client from 'openid-client';
import type { AppCookie, SealedCookies } from './sealed-cookies.ts';
import { makeSession, readPerson, type Session } from './session.ts';
import type { CheckedSettings } from './settings.ts';
import { type Discover, refusalOf } from './site.ts';

type SignIn = { nonce: string; verifier: string; returnTo: string };

/** Tabs may sign in at once. More than these drop the oldest, because browsers and servers limit cookies. */
const mostSignIns = 4;

/** OAuth's own that a page may want to tell apart. */
const passedBack = ['access_denied', 'login_required', 'consent_required'] as const;

/** Sent to `errorPath` as `?error=`. */
export type SignInError =
  /** The person pressed Cancel; or nobody is signed in, or nobody agreed yet, and `prompt=none` asked for no page. */
  | (typeof passedBack)[number]
  /** This browser began no such sign-in, or not within ten minutes. */
  | 'sign_in_expired'
  /** Anything else. The server's log says what. */
  | 'sign_in_failed';

export type SignedIn =
  | { ok: true; session: Session; returnTo: string; begun: AppCookie }
  | { ok: false; error: SignInError; returnTo: string; begun: AppCookie | null };

/** Parameters of `/sign-in` that are passed on to the site. docs/apps.md explains them. */
const passedOn = ['prompt', 'wallet', 'wallet_chain', 'wallet_max_age', 'ui_locales'];

/** The authorization code flow with PKCE, state and nonce, by openid-client. */
export function prepareSignIn(settings: CheckedSettings, discover: Discover, cookies: SealedCookies) {
  const { redirectUri, scope } = settings;

  return {
    /**
     * @param wanted of the request: those of `passedOn`
     * @param returnTo a path of this app
     * @throws CountersignError
     */
    async start(cookieHeader: string | null, wanted: URLSearchParams, returnTo: string) {
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const verifier = client.randomPKCECodeVerifier();
      const { signIn: site } = await discover();
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
      const forgotten = cookies.list('signIn', cookieHeader).slice(0, -(mostSignIns - 1));
      return {
        location: client.buildAuthorizationUrl(site, parameters),
        cookies: [
          ...forgotten.map((id) => cookies.clear('signIn', id)),
          await cookies.write('signIn', { nonce, verifier, returnTo } satisfies SignIn, state),
        ],
      };
    },

    /**
     * Only the browser that left may come back, once, with the answer to its own question.
     * @param search of the address that it came back to
     */
    async finish(cookieHeader: string | null, search: string): Promise<SignedIn> {
      const state = new URLSearchParams(search).get('state') ?? '';
      const signIn = (await cookies.read('signIn', cookieHeader, state)) as SignIn | null;
      if (!signIn) return { ok: false, error: 'sign_in_expired', returnTo: '/', begun: null };
      const { returnTo } = signIn;
      const begun = cookies.clear('signIn', state);
      const answer = new URL(redirectUri);
      answer.search = search;
      try {
        return { ok: true, session: await exchange(answer, state, signIn), returnTo, begun };
      } catch (error) {
        return { ok: false, error: explain(error), returnTo, begun };
      }
    },
  };

  async function exchange(answer: URL, state: string, { nonce, verifier }: SignIn): Promise<Session> {
    const { signIn: site } = await discover();
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    const tokens = await client.authorizationCodeGrant(site, answer, checks);
    const { sub } = tokens.claims() ?? {};
    if (!sub) throw new Error('The site sent no ID token.');
    return makeSession(await readPerson(site, tokens.access_token, sub), tokens);
  }

  function explain(error: unknown): SignInError {
    const refusal = error instanceof client.AuthorizationResponseError ? error.error : null;
    const known = passedBack.find((one) => one === refusal);
    if (known) return known;
    console.error(`Nobody was signed in: ${refusal === null ? reasonOf(error) : nameOf(refusal)}`);
    return 'sign_in_failed';
  }

  /** A visitor can write anything into the address, and no line of the log is theirs. */
  function nameOf(refusal: string): string {
    return /^\w{1,40}$/.test(refusal) ? refusal : 'the address has no error of OAuth';
  }

  function reasonOf(error: unknown): string {
    try {
      return nameOf(refusalOf(error, settings));
    } catch (explained) {
      // The library's own error says more than that there was no answer.
      return error instanceof client.ClientError ? error.message : String(explained);
    }
  }
}
