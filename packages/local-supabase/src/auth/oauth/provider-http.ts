import { z } from 'zod';
import type { OAuthConnection, ProviderTokens } from './provider.ts';

/** The timeout for requests to a provider, as at Supabase. */
const timeoutMs = 10_000;

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().default(''),
  id_token: z.string().optional(),
});

/** Exchanges a callback's code. Throws if the provider refuses it. */
export async function postCode(
  tokenUrl: string,
  { clientId, secret, callbackUrl }: OAuthConnection,
  code: string,
): Promise<ProviderTokens> {
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: secret,
      redirect_uri: callbackUrl,
      code,
    }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  // GitHub returns errors with status 200.
  const tokens = TokenAnswer.parse(await answer.json());
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token, idToken: tokens.id_token };
}

/** Throws if the response isn't 2xx or doesn't match the schema. */
export async function getJson<T extends z.ZodType>(
  url: string,
  schema: T,
  accessToken?: string,
): Promise<z.infer<T>> {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'local-supabase' });
  if (accessToken !== undefined) headers.set('authorization', `Bearer ${accessToken}`);
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`The provider answered ${answer.status}.`);
  return schema.parse(await answer.json());
}

export function buildAuthorizeUrl(
  address: string,
  { clientId, callbackUrl }: OAuthConnection,
  { state, scopes }: { state: string; scopes: string[] },
): URL {
  const url = new URL(address);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('redirect_uri', callbackUrl);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('scope', scopes.join(' '));
  url.searchParams.set('state', state);
  return url;
}
