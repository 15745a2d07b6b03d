import 'server-only';
import type { AdapterPayload } from 'oidc-provider';
import { isClientSecret } from '../apps/client-secret.ts';
import type { Client } from '../apps/read-client.ts';
import { toPayload } from './library-types.ts';

export const ownResponseModes = ['query', 'fragment'];

/** Replaces the secret of an app without one. No hash equals it. */
const noSecret = '-';

/** Reserved, so never resolvable. The library requires a sector host for addresses on several hosts, and doesn't fetch it here. */
const noSector = 'https://sector.invalid/';

/** The library's view of this request's app; undefined for any other id. */
export function describeToLibrary(client: Client | null, id: string): AdapterPayload | undefined {
  if (client?.clientId !== id) {
    // Hashes anyway, so that an unknown app takes as long as a wrong secret.
    isSecretOf(noSecret, id);
    return undefined;
  }
  const addresses = [...client.redirectUris, ...client.signOutUris];
  const isNative = addresses.some((uri) => !/^https?:/.test(uri));
  const hosts = new Set(client.redirectUris.map((uri) => new URL(uri).host));
  return toPayload({
    client_id: client.clientId,
    client_name: client.name,
    application_type: isNative ? 'native' : 'web',
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.signOutUris,
    id_token_signed_response_alg: client.algorithm,
    response_modes: ownResponseModes,
    ...(client.isConfidential
      ? {
          token_endpoint_auth_method: 'client_secret_basic',
          client_secret: client.secretHashes.join('.') || noSecret,
        }
      : { token_endpoint_auth_method: 'none' }),
    ...(hosts.size > 1 && { sector_identifier_uri: noSector }),
  });
}

/** Compares with an app's secrets. @param kept SHA-256 hashes in base64url, joined by dots. */
export function isSecretOf(kept: string, secret: string): boolean {
  return isClientSecret(kept.split('.'), secret);
}
