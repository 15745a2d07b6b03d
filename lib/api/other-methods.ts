import { forEverybody } from './answer-data.ts';
import { answerError } from './answer-error.ts';

const allowed = 'GET, HEAD, OPTIONS';

/** For every method that an address for reading does not know. */
export function refuseMethod(): Response {
  return answerError('api.method_not_allowed', { allow: allowed });
}

/** What a browser asks before a request with headers of its own: anybody may read. */
export function answerPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...forEverybody,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
      allow: allowed,
    },
  });
}
