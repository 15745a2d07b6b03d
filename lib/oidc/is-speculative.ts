/** A prefetch or a script's request isn't a navigation by the user. Next.js follows an action's redirect by such a request. */
export function isSpeculative({ headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode');
  const isAhead = /prefetch|prerender|preview/.test(
    headers.get('sec-purpose') ?? headers.get('purpose') ?? '',
  );
  const ofRouter = ['rsc', 'next-action', 'next-router-prefetch', 'next-router-state-tree'];
  return (mode !== null && mode !== 'navigate') || isAhead || ofRouter.some((name) => headers.has(name));
}
