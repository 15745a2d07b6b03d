import 'server-only';
import { readClientAddress } from '../http/client-address.ts';
import type { Failure } from '../result.ts';
import { consumeAttempt } from './consume.ts';

/** Counts a known app's request by the ID of the app or of its token's grant, so that no other client can exhaust its limit. */
export function countAppRequest(kind: 'app_request' | 'token_request', account: string) {
  return consumeAttempt(kind, { account });
}

/** Counts refused credentials by network; valid ones are never refused for it. @returns the failure to answer with. */
export async function countRefusal(request: Pick<Request, 'headers'>, refused: Failure): Promise<Failure> {
  if (refused.code !== 'app.client_refused' && refused.code !== 'app.token_invalid') return refused;
  const counted = await consumeAttempt('app_refused', { address: readClientAddress(request.headers) });
  return counted.ok ? refused : counted;
}
