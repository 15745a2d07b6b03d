import 'server-only';
import type { AdapterPayload } from 'oidc-provider';
import { isClientSecret } from '../apps/client-secret.ts';
import type { Client } from '../apps/read-client.ts';
import { toPayload } from './library-types.ts';

export const ownResponseModes = ['query', 'fragment'];

/** Stands for the secret that an app doesn't have: no hash equals it. */
const noSecret = '-';

/** A host that is nobody's: the library wants one named where an app has addresses of several, and never asks it here. */
const noSector = 'https://sector.invalid/';

/** The library's view of an app; undefined for any but the one of this request. */
export function describeToLibrary(client: Client | null, id: string): AdapterPayload | undefined {
  if (client?.clientId !== id) {
    // An unknown app takes as long as one that gave a wrong secret.
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

/** Whether this is one of an app's secrets, by `kept`: hashes, SHA-256 in base64url with dots between them. */
export function isSecretOf(kept: string, secret: string): boolean {
  return isClientSecret(kept.split('.'), secret);
}
