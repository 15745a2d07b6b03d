/** Only a fetched page can forbid its indexing. The disallowed paths return data or belong to an email. */
const rules = `User-agent: *
Disallow: /api/
Disallow: /auth/
`;

export function GET(): Response {
  return new Response(rules, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
