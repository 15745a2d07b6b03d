/** Answers of PostgREST 14 while its database is away, full or too slow, by code. */
const restAnswers: Record<string, { status: number; message: string }> = {
  PGRST000: { status: 503, message: 'Database connection error. Retrying the connection.' },
  PGRST001: { status: 503, message: 'Database client error. Retrying the connection.' },
  PGRST002: { status: 503, message: 'Could not query the database for the schema cache. Retrying.' },
  PGRST003: { status: 504, message: 'Timed out acquiring connection from connection pool.' },
  '57P01': { status: 503, message: 'terminating connection due to administrator command' },
  '53300': { status: 503, message: 'sorry, too many clients already' },
  '57014': { status: 500, message: 'canceling statement due to statement timeout' },
};

/** The answer of a gateway whose PostgREST is away too. */
const gatewayPage = 'gateway-page';

/** Auth answers these without its database. */
const openOfAuth = /^\/auth\/v1\/(health|settings|\.well-known\/.*)$/;

/** A database that is away while REST and Auth still answer. */
export interface DatabaseOutage {
  /** `PUT` begins one as REST's `?as=<code>` has it, `DELETE` ends it. */
  control(request: Request): Response;
  /** Replaces the answer of REST or Auth; null if they need no database, or have one. */
  standIn(pathname: string): Response | null;
}

/** Begins without an outage. */
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
    standIn(pathname) {
      if (kind === null || openOfAuth.test(pathname)) return null;
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
