import { outageRetryInSeconds } from '../backend-unavailable.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { describeError } from '../result.ts';
import { forEverybody } from './answer-data.ts';

/** Answers with a failure in the catalogue's words: `{"error": {"code", "title", "hint"}}`. No cache keeps it. */
export function answerError(code: ErrorCode, headers: Record<string, string> = {}): Response {
  const { status } = errors[code];
  return Response.json(
    { error: describeError(code) },
    {
      status,
      headers: {
        ...forEverybody,
        'cache-control': 'no-store',
        ...(status === 503 && { 'retry-after': String(outageRetryInSeconds) }),
        ...headers,
      },
    },
  );
}
