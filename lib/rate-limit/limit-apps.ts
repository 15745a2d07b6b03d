import 'server-only';
import { readClientAddress } from '../http/client-address.ts';
import type { Failure } from '../result.ts';
import { consumeAttempt } from './consume.ts';

/**
 * Counts a request of an app that is known by now, so that nobody else can use its allowance up.
 * @param account its id, or that of the grant whose token it showed.
 */
export function countAppRequest(kind: 'app_request' | 'token_request', account: string) {
  return consumeAttempt(kind, { account });
}

/**
 * Counts credentials that were refused, by the network they came from. Right ones are never refused for it.
 * @returns what to answer: the refusal, or that there were too many.
 */
export async function countRefusal(request: Pick<Request, 'headers'>, refused: Failure): Promise<Failure> {
  if (refused.code !== 'app.client_refused' && refused.code !== 'app.token_invalid') return refused;
  const counted = await consumeAttempt('app_refused', { address: readClientAddress(request.headers) });
  return counted.ok ? refused : counted;
}
