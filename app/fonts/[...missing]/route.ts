/** What isn't in `public/fonts`, where a platform brings its own server: ours refuses it earlier. Without a route, a page would answer with 200. */
export function GET(): Response {
  return new Response(null, { status: 404 });
}
