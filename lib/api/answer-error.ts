import { outageRetryInSeconds } from '../backend-unavailable.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { describeError } from '../result.ts';
import { corsForAll } from './answer-data.ts';

/** Returns a failure with the catalogue's texts: `{"error": {"code", "title", "hint"}}`. Not cached. */
export function answerError(code: ErrorCode, headers: Record<string, string> = {}): Response {
  const { status } = errors[code];
  return Response.json(
    { error: describeError(code) },
    {
      status,
      headers: {
        ...corsForAll,
        'cache-control': 'no-store',
        ...(status === 503 && { 'retry-after': String(outageRetryInSeconds) }),
        ...headers,
      },
    },
  );
}
