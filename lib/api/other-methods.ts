import { forEverybody } from './answer-data.ts';
import { answerError } from './answer-error.ts';

const allowed = 'GET, HEAD, OPTIONS';
const allowedToPost = 'POST, OPTIONS';

/** For methods that an address for reading doesn't know. */
export function refuseMethod(): Response {
  return answerError('api.method_not_allowed', { allow: allowed });
}

/** For methods that an address for sending doesn't know. */
export function refuseAllButPost(): Response {
  return answerError('api.only_post', { allow: allowedToPost });
}

/** Answers a browser's preflight: any page may read. */
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

/** The same where an access token is sent: the star covers every header but that one. */
export function answerTokenPreflight(): Response {
  const answer = answerPreflight();
  answer.headers.set('access-control-allow-headers', 'Authorization, *');
  return answer;
}

/** Refuses scripts of pages where an app sends its secret, since a page can't keep one. */
export function refusePages(): Response {
  return new Response(null, { status: 204, headers: { allow: allowed } });
}

export function refusePagesThatPost(): Response {
  return new Response(null, { status: 204, headers: { allow: allowedToPost } });
}
