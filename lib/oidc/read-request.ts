import 'server-only';
import { decodeJwt } from 'jose';
import { readBasicCredentials } from '../apps/authenticate-client.ts';
import { hashId } from '../apps/client-secret.ts';
import { clientIdShape } from '../apps/read-client.ts';
import { readClientAddress } from '../http/client-address.ts';
import { countersFor } from '../rate-limit/consume.ts';
import type { AttemptKind } from '../rate-limit/limits.ts';
import type { RequestStart } from './request-state.ts';

/** The parameters of the largest request that apps make, including a long `state`. */
const mostParametersInBytes = 2048;
/** Additional size of `id_token_hint`, an ID token of this site, which depends on its keys. */
const mostHintInBytes = 2048;

/** No app has this id. */
const noClient = '';

/** Whether the parameters are too large to store, or contain NUL, which Postgres text can't store. */
export function areUnfit(parameters: URLSearchParams): boolean {
  const hint = parameters.get('id_token_hint') ?? '';
  const isTooLarge =
    parameters.toString().length - hint.length > mostParametersInBytes || hint.length > mostHintInBytes;
  return isTooLarge || [...parameters].flat().some((text) => text.includes('\u0000'));
}

export type Endpoint =
  | 'authorize'
  | 'resume'
  | 'logout'
  | 'token'
  | 'userinfo'
  | 'introspect'
  | 'revoke'
  | 'par';

const pushed = 'urn:ietf:params:oauth:request_uri:';

/** Reads the ids in a request, so that one call loads all of it: the app, and a code, a token or a stored request. */
export function readRequest(
  endpoint: Endpoint,
  { path, parameters, headers }: { path: string; parameters: URLSearchParams; headers: Headers },
): RequestStart {
  const get = (name: string) => parameters.get(name) ?? undefined;
  // A malformed header names no app, and counts against the network only.
  const named =
    readBasicCredentials(headers.get('authorization'))?.clientId ??
    get('client_id') ??
    readAudience(get('id_token_hint'));
  // A malformed id isn't looked up, and counts against the network only.
  const clientId = named === undefined || clientIdShape.test(named) ? named : noClient;
  const hash = (id: string | undefined) => (id === undefined ? {} : { itemHash: hashId(id) });
  const base: RequestStart = {
    ...(clientId !== undefined && { clientId }),
    askedScope: get('scope') ?? null,
  };
  switch (endpoint) {
    case 'authorize': {
      const uri = get('request_uri');
      const item = uri?.startsWith(pushed) ? hash(uri.slice(pushed.length)) : {};
      return { ...base, ...item, limit: countFor('oauth_authorize', clientId, headers) };
    }
    case 'resume':
      return hash(path.split('/').at(-1));
    case 'par':
      return { ...base, limit: countFor('oauth_par', clientId, headers) };
    case 'token':
      return {
        ...base,
        ...hash(get(get('grant_type') === 'refresh_token' ? 'refresh_token' : 'code')),
        limit: countFor('oauth_token', clientId, headers),
      };
    case 'userinfo':
      return { ...hash(readBearer(headers) ?? get('access_token')), withClaims: true };
    case 'introspect':
    case 'revoke':
      return { ...base, ...hash(get('token')) };
    case 'logout':
      return base;
  }
}

function countFor(kind: AttemptKind, account: string | undefined, headers: Headers) {
  const subject = {
    ...(account !== undefined && account !== noClient && { account }),
    address: readClientAddress(headers),
  };
  return { kind, counters: countersFor(kind, subject) };
}

function readBearer(headers: Headers): string | undefined {
  return /^bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** Reads `aud` without verifying the token, which the library does. */
function readAudience(idToken: string | undefined): string | undefined {
  if (idToken === undefined) return undefined;
  try {
    const { aud } = decodeJwt(idToken);
    return typeof aud === 'string' ? aud : undefined;
  } catch {
    return undefined;
  }
}
