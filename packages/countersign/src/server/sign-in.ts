import * as client from 'openid-client';
import { describeCause } from './describe-cause.ts';
import { hasAcr, isRecent, knownAcrs } from './require-wallet.ts';
import type { AppCookie, SealedCookies } from './sealed-cookies.ts';
import { fetchPerson, makeSession, type Session } from './session.ts';
import type { CheckedSettings } from './settings.ts';
import { asksForSecret, type Discover, oauthErrorOf } from './site.ts';

type SignIn = {
  nonce: string;
  verifier: string;
  returnTo: string;
  /** The step-up that the app requested, which the response has to meet, and the time of the request in epoch milliseconds. */
  stepUp?: { acrValues: string | null; maxAge: string | null; at: number };
};

/** By how many milliseconds this clock may be ahead. Less than a page allows, which would otherwise redirect here again. */
const leeway = 30_000;

/** Concurrent sign-ins of one browser's tabs. Further ones delete the oldest, because browsers and servers limit cookies. */
const mostSignIns = 4;

/** OAuth errors that an app's page may want to handle. */
const returnedErrors = ['access_denied', 'login_required', 'consent_required'] as const;

/** Sent to `errorPath` as `?error=`. */
export type SignInError =
  /** The person canceled; or `prompt=none` was set, and the person isn't signed in or hasn't consented. */
  | (typeof returnedErrors)[number]
  /** This browser didn't start the sign-in, or started it over ten minutes ago. */
  | 'sign_in_expired'
  /** The site confirmed less than `acr_values` or `max_age` requested, or this server's clock is wrong. */
  | 'step_up_failed'
  /** Any other failure. The app's log has the reason. */
  | 'sign_in_failed';

export type SignedIn =
  | { ok: true; session: Session; returnTo: string; begun: AppCookie }
  | { ok: false; error: SignInError; session: Session | null; returnTo: string; begun: AppCookie | null };

/** Parameters of `/sign-in` that are passed to the site (docs/apps.md). */
const forwardedParameters = [
  'prompt',
  'wallet',
  'wallet_chain',
  'wallet_max_age',
  'ui_locales',
  'acr_values',
  'max_age',
];

export function prepareSignIn(settings: CheckedSettings, discover: Discover, cookies: SealedCookies) {
  const { redirectUri, scope } = settings;

  return {
    /**
     * @param wanted the request's parameters; only `forwardedParameters` are used
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
      for (const name of forwardedParameters) {
        const value = wanted.get(name);
        if (value) parameters.set(name, value);
      }
      // Bounded, because any website can send a visitor here, and browsers and servers limit cookies.
      const acrValues = knownAcrs(wanted.get('acr_values'));
      const [maxAge = null] = /^\d{1,9}$/.exec(wanted.get('max_age') ?? '') ?? [];
      const stepUp = acrValues || maxAge ? { stepUp: { acrValues, maxAge, at: Date.now() } } : {};
      const forgotten = cookies.list('signIn', cookieHeader).slice(0, -(mostSignIns - 1));
      return {
        location: client.buildAuthorizationUrl(site, parameters),
        cookies: [
          ...forgotten.map((id) => cookies.clear('signIn', id)),
          await cookies.write('signIn', { nonce, verifier, returnTo, ...stepUp } satisfies SignIn, state),
        ],
      };
    },

    /**
     * Completes a sign-in once, only in the browser that started it and with the response to its own request.
     * @param search the query of the callback
     */
    async finish(cookieHeader: string | null, search: string): Promise<SignedIn> {
      const state = new URLSearchParams(search).get('state') ?? '';
      const signIn = (await cookies.read('signIn', cookieHeader, state)) as SignIn | null;
      if (!signIn) return { ok: false, error: 'sign_in_expired', session: null, returnTo: '/', begun: null };
      const { returnTo } = signIn;
      const begun = cookies.clear('signIn', state);
      const answer = new URL(redirectUri);
      answer.search = search;
      try {
        const session = await exchange(answer, state, signIn);
        const isMet = meetsStepUp(session, signIn);
        return isMet
          ? { ok: true, session, returnTo, begun }
          : { ok: false, error: 'step_up_failed', session, returnTo, begun };
      } catch (error) {
        return { ok: false, error: explain(error), session: null, returnTo, begun };
      }
    },
  };

  /** Otherwise a page that requires it would redirect to the site forever. */
  function meetsStepUp({ person }: Session, { stepUp }: SignIn): boolean {
    const { acr, authTime } = person;
    const { acrValues, maxAge, at } = stepUp ?? { acrValues: null, maxAge: null, at: 0 };
    const isStrong = !acrValues || hasAcr(person, acrValues);
    if (isStrong && (!maxAge || isRecent(person, Number(maxAge), at - leeway))) return true;
    console.error(
      `Sign-in failed: the site confirmed less than requested, ${JSON.stringify({ acr, authTime })}. Check this server's clock.`,
    );
    return false;
  }

  async function exchange(answer: URL, state: string, { nonce, verifier }: SignIn): Promise<Session> {
    const { signIn: site } = await discover();
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    const tokens = await client.authorizationCodeGrant(site, answer, checks);
    const claims = tokens.claims();
    if (!claims) throw new Error('The site sent no ID token.');
    const { sub, auth_time: authTime = null } = claims;
    const acr = typeof claims.acr === 'string' ? claims.acr : null;
    const person = { ...(await fetchPerson(site, tokens.access_token, sub)), acr, authTime };
    return makeSession(person, tokens, settings);
  }

  function explain(error: unknown): SignInError {
    const refusal = error instanceof client.AuthorizationResponseError ? error.error : null;
    const known = returnedErrors.find((one) => one === refusal);
    if (known) return known;
    console.error(`Sign-in failed: ${reasonOf(error)}`);
    return 'sign_in_failed';
  }

  function reasonOf(error: unknown): string {
    const isRefusedToken = error instanceof client.WWWAuthenticateChallengeError && !asksForSecret(error);
    if (
      isRefusedToken ||
      error instanceof client.AuthorizationResponseError ||
      error instanceof client.ClientError
    )
      return describeCause(error);
    try {
      oauthErrorOf(error, settings);
      return describeCause(error);
    } catch (explained) {
      return (explained as Error).message;
    }
  }
}
