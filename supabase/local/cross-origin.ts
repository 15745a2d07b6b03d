/** A hosted project lets pages of any origin call Auth and REST: the key and the token decide, no cookie does. */
export function allowAnyOrigin(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('access-control-allow-origin', '*');
  headers.set(
    'access-control-expose-headers',
    'Content-Range, Content-Location, Preference-Applied, X-Total-Count, Link, X-Supabase-Api-Version',
  );
  return new Response(response.body, { status: response.status, headers });
}

export function answerPreflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
    },
  });
}
