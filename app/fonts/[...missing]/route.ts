/** Answers 404 for missing fonts on platforms with their own server, where Next.js would render a page with 200. */
export function GET(): Response {
  return new Response(null, { status: 404 });
}
