/** PostgREST 14's responses, by code, if its database is unreachable, full or too slow. */
const restAnswers: Record<string, { status: number; message: string }> = {
  PGRST000: { status: 503, message: 'Database connection error. Retrying the connection.' },
  PGRST001: { status: 503, message: 'Database client error. Retrying the connection.' },
  PGRST002: { status: 503, message: 'Could not query the database for the schema cache. Retrying.' },
  PGRST003: { status: 504, message: 'Timed out acquiring connection from connection pool.' },
  '57P01': { status: 503, message: 'terminating connection due to administrator command' },
  '53300': { status: 503, message: 'sorry, too many clients already' },
  '57014': { status: 500, message: 'canceling statement due to statement timeout' },
};

/** The response of a gateway that can't reach PostgREST either. */
const gatewayPage = 'gateway-page';

/** Auth answers these without its database. */
const authPathsWithoutDatabase = /^\/auth\/v1\/(health|settings|\.well-known\/.*)$/;

/** Simulates an unreachable database behind reachable REST and Auth. */
export interface DatabaseOutage {
  /** `PUT` starts an outage, with `?as=<code>` as REST's error; `DELETE` ends it. */
  control(request: Request): Response;
  /** The outage's response for REST or Auth; null without an outage, or for a path that needs no database. */
  answerInOutage(pathname: string): Response | null;
}

export function createDatabaseOutage(): DatabaseOutage {
  let kind: string | null = null;
  return {
    control(request) {
      if (request.method === 'DELETE') kind = null;
      else if (request.method !== 'PUT')
        return Response.json({ message: 'Send a PUT or DELETE request.' }, { status: 405 });
      else {
        const asked = new URL(request.url).searchParams.get('as') ?? 'PGRST002';
        const known = [...Object.keys(restAnswers), gatewayPage];
        if (!known.includes(asked))
          return Response.json({ message: `Known are ${known.join(', ')}.` }, { status: 400 });
        kind = asked;
      }
      return Response.json({ outage: kind });
    },
    answerInOutage(pathname) {
      if (kind === null || authPathsWithoutDatabase.test(pathname)) return null;
      if (pathname.startsWith('/auth/v1/'))
        return Response.json(
          { code: 'unexpected_failure', message: 'Unexpected failure, please check server logs' },
          { status: 500 },
        );
      const answer = restAnswers[kind];
      return answer
        ? Response.json(
            { code: kind, message: answer.message, details: null, hint: null },
            { status: answer.status },
          )
        : new Response('<html><h1>502 Bad Gateway</h1></html>', {
            status: 502,
            headers: { 'content-type': 'text/html' },
          });
    },
  };
}
