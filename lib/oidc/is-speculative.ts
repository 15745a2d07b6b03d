/**
 * A browser that only looks ahead, or a script: neither is someone who goes on. Next's server follows a redirect of an
 * action with the headers of the page's script.
 */
export function isSpeculative({ headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode');
  const isAhead = /prefetch|prerender|preview/.test(
    headers.get('sec-purpose') ?? headers.get('purpose') ?? '',
  );
  const ofRouter = ['rsc', 'next-action', 'next-router-prefetch', 'next-router-state-tree'];
  return (mode !== null && mode !== 'navigate') || isAhead || ofRouter.some((name) => headers.has(name));
}
