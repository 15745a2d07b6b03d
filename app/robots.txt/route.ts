/**
 * What crawlers may ask for: every page, because only a page that is asked for can say that it isn't to be indexed. All
 * but `/sign-in` and `/sign-up` do. The rest answers with data, or takes what a mail leads to.
 */
const rules = `User-agent: *
Disallow: /api/
Disallow: /auth/
`;

export function GET(): Response {
  return new Response(rules, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
