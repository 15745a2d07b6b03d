import { wrongClient } from '../countersign-error.ts';
import type { CheckedClient } from './settings.ts';

/** The API's error, or other members. */
export type ApiBody = { error?: { code?: string; title?: string } };

export const basicCredentials = ({ clientId, clientSecret }: CheckedClient) =>
  `Basic ${btoa(`${clientId}:${clientSecret}`)}`;

/**
 * Requests a path of the site's API (docs/api.md).
 * @returns the response, and its JSON; null without a body
 * @throws CountersignError `invalid_client`; another error if the site doesn't respond with JSON
 */
export async function requestApi<Body extends ApiBody>(
  { issuerName, clientId, fetch }: CheckedClient,
  path: string,
  init: RequestInit,
): Promise<{ response: Response; body: Body | null }> {
  const response = await fetch(`${issuerName}/api/v1/${path}`, {
    cache: 'no-store',
    // The site redirects nowhere. `error` would throw on workerd.
    redirect: 'manual',
    ...init,
  });
  if (response.status >= 300 && response.status < 400) {
    // A connection is free again once its body is read or canceled.
    await response.body?.cancel();
    return { response, body: null };
  }
  const body = (await response.json().catch((cause: unknown) => {
    throw new Error(`${response.status}, with a body that isn't JSON.`, { cause });
  })) as Body | null;
  if (body?.error?.code === 'app.client_refused') throw wrongClient({ issuerName, clientId });
  return { response, body };
}

/** For a response of no expected form. */
export function refusedBy({ status }: Response, body: ApiBody | null): Error {
  const { code = '', title = 'The response is not one of a Countersign site.' } = body?.error ?? {};
  return new Error(`${status} ${code} ${title}`);
}
