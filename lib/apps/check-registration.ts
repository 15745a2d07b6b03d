import type { ErrorCode } from '../errors.ts';
import { fail, type Result } from '../result.ts';
import { refuseClientName } from './client-name.ts';
import { isLoopback, mostRedirectUris, refuseRedirectUri } from './redirect-uri.ts';

/** The first is the default, as in OpenID Connect Registration 1.0. */
export const idTokenAlgorithms = ['RS256', 'ES256'] as const;
export type IdTokenAlgorithm = (typeof idTokenAlgorithms)[number];

export type GivenRegistration = {
  name: string;
  redirectUris: string[];
  signOutUris: string[];
  isConfidential: boolean;
  /** If omitted: unchanged, or the default. */
  algorithm?: IdTokenAlgorithm | undefined;
  /** The team's own apps may contain the site's name. */
  isFirstParty?: boolean;
};

export type Registration = {
  name: string;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  is_confidential: boolean;
  id_token_alg?: IdTokenAlgorithm;
};

/**
 * @param site `isLocal`: the site runs on the user's machine. `siteUrl`, if given, refuses this site's addresses: only the team's apps may
 * have them. @returns the row to store; or each field's error and first bad address.
 */
export function checkRegistration(
  given: GivenRegistration,
  site: { siteName: string; isLocal: boolean; siteUrl?: string },
): Result<{ registration: Registration }> {
  const name = given.name.normalize('NFC').trim();
  const { isConfidential, redirectUris, signOutUris, algorithm } = given;
  const rules = { isConfidential, isLocal: site.isLocal };
  const refusedName = refuseClientName(name, site.siteName);
  const fields: Record<string, ErrorCode> = {};
  const mayImitate = given.isFirstParty === true && refusedName === 'app.name_imitates';
  if (refusedName && !mayImitate) fields.name = refusedName;
  if (redirectUris.length === 0) fields.redirectUris = 'app.redirect_required';
  // The library refuses https addresses on loopback hosts to an installed app.
  const isInstalled = [...redirectUris, ...signOutUris].some((uri) => !/^https?:/.test(uri));
  const { siteUrl } = site;
  const refuse = (uri: string, place: number): ErrorCode | null => {
    if (place >= mostRedirectUris) return 'app.redirect_invalid';
    const isTaken =
      (isInstalled && isLoopbackByHttps(uri)) || (siteUrl !== undefined && isOfSite(uri, siteUrl));
    return refuseRedirectUri(uri, rules) ?? (isTaken ? 'app.redirect_invalid' : null);
  };
  const about: Record<string, string> = {};
  for (const [field, uris] of Object.entries({ redirectUris, signOutUris }))
    for (const [place, uri] of uris.entries()) {
      const code = refuse(uri, place);
      if (!code) continue;
      fields[field] = code;
      about[field] = uri;
      break;
    }
  const first = Object.values(fields)[0];
  if (first) return fail(first, { fields, about });
  return {
    ok: true,
    registration: {
      name,
      redirect_uris: redirectUris,
      post_logout_redirect_uris: signOutUris,
      is_confidential: isConfidential,
      ...(algorithm && { id_token_alg: algorithm }),
    },
  };
}

function isLoopbackByHttps(uri: string): boolean {
  const url = URL.parse(uri);
  return url !== null && url.protocol === 'https:' && isLoopback(url.hostname);
}

/** This site's host, a host below it, or a scheme of either, reversed or not. On a loopback host, where other sites run too, its port. */
export function isOfSite(uri: string, siteUrl: string): boolean {
  const [url, site] = [URL.parse(uri), new URL(siteUrl)];
  if (!url) return false;
  if (isLoopback(site.hostname)) return isLoopback(url.hostname) && url.port === site.port;
  const isAtSite = (host: string) => host === site.hostname || host.endsWith(`.${site.hostname}`);
  if (url.protocol === 'https:' || url.protocol === 'http:') return isAtSite(url.hostname);
  const scheme = url.protocol.slice(0, -1);
  return isAtSite(scheme) || isAtSite(scheme.split('.').reverse().join('.'));
}

export function isLocalSite(siteUrl: string): boolean {
  return isLoopback(new URL(siteUrl).hostname);
}
