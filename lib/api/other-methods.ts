import { answerError, corsForAll } from './answer-data.ts';

const allowed = 'GET, HEAD, OPTIONS';
const allowedToPost = 'POST, OPTIONS';

/** For routes that only read. */
export function refuseMethod(): Response {
  return answerError('api.method_not_allowed', { allow: allowed });
}

export function refuseAllButPost(): Response {
  return answerError('api.only_post', { allow: allowedToPost });
}

/** Answers a browser's preflight: any page may read. */
export function answerPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...corsForAll,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
      allow: allowed,
    },
  });
}

/** For routes that take an access token: the star covers every header except `Authorization`. */
export function answerTokenPreflight(): Response {
  const answer = answerPreflight();
  answer.headers.set('access-control-allow-headers', 'Authorization, *');
  return answer;
}

/** Answers a preflight without CORS headers, so that browsers block scripts of pages: a page can't keep an app's secret. */
export function answerPreflightWithoutCors(): Response {
  return new Response(null, { status: 204, headers: { allow: allowed } });
}

export function answerPostPreflightWithoutCors(): Response {
  return new Response(null, { status: 204, headers: { allow: allowedToPost } });
}
