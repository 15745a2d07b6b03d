import * as client from 'openid-client';
import { CountersignError, wrongClient } from '../countersign-error.ts';
import { describeCause } from './describe-cause.ts';
import { type CheckedSettings, isThisMachine } from './settings.ts';

export type Site = {
  /** Verifies the ID token's signature, although the token comes directly from the site. */
  signIn: client.Configuration;
  /** Makes no further request after a refresh, since a failure would lose the next refresh token. */
  refresh: client.Configuration;
};

/** Loads the site's metadata until it succeeds once. @throws CountersignError `unreachable` */
export type Discover = () => Promise<Site>;

/** The timeout for the site. */
const timeoutSeconds = 5;

export function discoverOnce({
  issuer,
  issuerName,
  clientId,
  clientSecret,
  fetch,
}: CheckedSettings): Discover {
  let discovered: Site | undefined;
  const authentication = () => client.ClientSecretBasic(clientSecret);
  const fetchAtSite: client.CustomFetch = (url, options) => fetch(url, options as RequestInit);
  const allow = isThisMachine(issuer) ? [client.allowInsecureRequests] : [];

  async function discover(): Promise<Site> {
    const signIn = await client.discovery(issuer, clientId, undefined, authentication(), {
      [client.customFetch]: fetchAtSite,
      timeout: timeoutSeconds,
      execute: [client.enableNonRepudiationChecks, ...allow],
    });
    const refresh = new client.Configuration(signIn.serverMetadata(), clientId, undefined, authentication());
    refresh[client.customFetch] = fetchAtSite;
    refresh.timeout = timeoutSeconds;
    for (const change of allow) change(refresh);
    return { signIn, refresh };
  }

  // Keeps no pending promise: on workerd, it never settles if the request that began it is canceled.
  return async () => {
    discovered ??= await discover().catch((cause: unknown) => {
      throw unreachable(issuerName, cause);
    });
    return discovered;
  };
}

function unreachable(issuerName: string, cause: unknown): CountersignError {
  return new CountersignError(
    'unreachable',
    `No site answers as ISSUER ${issuerName}: compare it with the site's SITE_URL, and check that the site is up. Cause: ${describeCause(cause)}`,
    { cause },
  );
}

/** Whether the token endpoint refused the secret. Userinfo, or a proxy before the site, challenges by other schemes. */
export function asksForSecret(error: unknown): boolean {
  return (
    error instanceof client.WWWAuthenticateChallengeError &&
    error.cause.some(({ scheme }) => scheme === 'basic')
  );
}

/**
 * @returns the OAuth error in the site's response to a token request
 * @throws CountersignError `invalid_client`, or `unreachable` for any other response or failure
 */
export function oauthErrorOf(error: unknown, { issuerName, clientId }: CheckedSettings): string {
  const isOfSite = error instanceof client.ResponseBodyError && error.status < 500 && error.status !== 429;
  const refusal = asksForSecret(error) ? 'invalid_client' : isOfSite && error.error;
  if (!refusal) throw unreachable(issuerName, error);
  if (refusal === 'invalid_client') throw wrongClient({ issuerName, clientId });
  return refusal;
}
