import * as client from 'openid-client';
import { CountersignError, wrongClient } from './countersign-error.ts';
import { type CheckedSettings, isThisMachine } from './settings.ts';

/**
 * @returns what openid-client knows of the site, which is read once
 * @throws CountersignError `site_unreachable`
 */
export type Discover = () => Promise<client.Configuration>;

export function discoverOnce({
  issuer,
  issuerName,
  clientId,
  clientSecret,
  fetch,
}: CheckedSettings): Discover {
  let discovered: Promise<client.Configuration> | undefined;
  return () => {
    discovered ??= client
      .discovery(issuer, clientId, undefined, client.ClientSecretBasic(clientSecret), {
        [client.customFetch]: (url, options) => fetch(url, options as RequestInit),
        // The signature of an ID token is checked too, although the token comes from the site itself.
        execute: [
          client.enableNonRepudiationChecks,
          ...(isThisMachine(issuer) ? [client.allowInsecureRequests] : []),
        ],
      })
      .catch((cause: unknown) => {
        discovered = undefined;
        throw unreachable(issuerName, cause);
      });
    return discovered;
  };
}

export function unreachable(issuerName: string, cause?: unknown): CountersignError {
  return new CountersignError(
    'site_unreachable',
    `No site answers as ISSUER ${issuerName}: compare it with the site's SITE_URL, and check that the site is up.`,
    { cause },
  );
}

/**
 * @returns the OAuth error that the site answered a request for tokens with
 * @throws CountersignError `invalid_client`, or `site_unreachable` for anything that isn't the answer of a site
 */
export function refusalOf(error: unknown, { issuerName, clientId }: CheckedSettings): string {
  const refusal =
    error instanceof client.WWWAuthenticateChallengeError
      ? 'invalid_client'
      : error instanceof client.ResponseBodyError && error.status < 500 && error.status !== 429
        ? error.error
        : null;
  if (refusal === null) throw unreachable(issuerName, error);
  if (refusal === 'invalid_client') throw wrongClient({ issuerName, clientId });
  return refusal;
}
