import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { type IdTokenAlgorithm, idTokenAlgorithms } from './check-registration.ts';
import { hashId, isClientSecret } from './client-secret.ts';
import { clientIdShape } from './read-client.ts';

const Known = z.object({
  isConfidential: z.boolean(),
  secretHashes: z.array(z.string()),
  algorithm: z.enum(idTokenAlgorithms),
});

/** An app's server that has authenticated. @property alg the algorithm that it registered for signatures. */
export type KnownClient = { clientId: string; alg: IdTokenAlgorithm };

/**
 * Authenticates an app's server by `Authorization: Basic`, plain or form-encoded (RFC 6749 2.3.1), or by `client_id` and `client_secret`
 * in the parsed body. All failures get the same answer, after one query and as many comparisons.
 * @returns `app.client_refused`, `backend.unavailable`. Throws as callFunction does.
 */
export async function authenticateClient(
  request: Pick<Request, 'headers'>,
  body: Record<string, unknown> = {},
): Promise<Result<KnownClient>> {
  const credentials = readCredentials(request.headers.get('authorization'), body);
  if (!credentials) return fail('app.client_refused');
  const { clientId, secret } = credentials;
  if (!clientIdShape.test(clientId)) return fail('app.client_refused');
  const read = await callFunction('read_oauth_client', { p_client_id: clientId });
  if (!read.ok) return read;
  const client = read.rows === null ? null : Known.parse(read.rows);
  const isRight = isClientSecret(client?.secretHashes ?? [], secret);
  return client?.isConfidential && isRight
    ? { ok: true, clientId, alg: client.algorithm }
    : fail('app.client_refused');
}

/** @returns null for malformed credentials, and for both methods at once, which RFC 6749 2.3 forbids. */
function readCredentials(
  authorization: string | null,
  body: Record<string, unknown>,
): ClientCredentials | null {
  const isInBody = 'client_id' in body || 'client_secret' in body;
  if (authorization !== null) return isInBody ? null : readBasicCredentials(authorization);
  const { client_id: clientId, client_secret: secret } = body;
  return typeof clientId === 'string' && typeof secret === 'string' ? { clientId, secret } : null;
}

/** An app's id and secret, as an HTTP request sends them. */
type ClientCredentials = { clientId: string; secret: string };

/** Parses `Authorization: Basic` (RFC 6749 2.3.1). Ids and secrets read alike plain or form-encoded. @returns null for other headers. */
export function readBasicCredentials(authorization: string | null): ClientCredentials | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const [, id = '', secret] = /^([^:]*):([\s\S]*)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (secret === undefined) return null;
  try {
    return { clientId: decodeFormPart(id), secret: decodeFormPart(secret) };
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function decodeFormPart(part: string): string {
  return decodeURIComponent(part.replaceAll('+', ' '));
}

/** A page's ID in the database, as the member that apps get; nothing without one. */
const PageId = z
  .string()
  .nullish()
  .transform((id) => (id ? { page: `${environment().siteUrl}/people/${id}` } : {}));

/** The claims of the database as apps get them. */
export function describeClaims({ page, ...claims }: Record<string, unknown>): Record<string, unknown> {
  return { ...claims, ...PageId.parse(page) };
}

const Granted = z.object({
  clientId: z.string(),
  grantId: z.string(),
  /** `wallets` only if the token and the consent cover it. */
  claims: z.object({ sub: z.string(), wallets: z.array(z.unknown()).optional(), page: PageId }),
});

/** The URL of the page, if the user shares it with the app. */
type SharedPage = { page?: string };

/** Reads the database each time, so an expired or ended token is useless at once. @returns `app.token_invalid`, `backend.unavailable`. */
export async function readGranted(
  request: Pick<Request, 'headers'>,
): Promise<Result<z.infer<typeof Granted>>> {
  const token = /^bearer +([A-Za-z0-9._~+/-]{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined) return fail('app.token_invalid');
  const read = await callFunction('read_access_token', { p_token_hash: hashId(token) });
  if (!read.ok) return read;
  if (read.rows === null) return fail('app.token_invalid');
  return { ok: true, ...Granted.parse(read.rows) };
}

const Shared = z.object({ wallets: z.array(z.unknown()), page: PageId }).nullable();

/** Other texts don't reach the database. */
const writtenAsSubject = /^[A-Za-z0-9_-]{1,100}$/;

/** @returns `app.subject_unknown` alike for an unknown subject, another app's, or one without a live grant; `backend.unavailable`. */
export async function readSharedWallets(
  clientId: string,
  sub: string,
): Promise<Result<{ wallets: unknown[]; page: SharedPage }>> {
  if (!writtenAsSubject.test(sub)) return fail('app.subject_unknown');
  const read = await callFunction('list_wallets_of_subject', { p_client_id: clientId, p_sub: sub });
  if (!read.ok) return read;
  const shared = Shared.parse(read.rows);
  return shared === null ? fail('app.subject_unknown') : { ok: true, ...shared };
}
