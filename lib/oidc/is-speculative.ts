/** A browser that looks ahead, or a script, as which Next's server follows an action's redirect: neither is someone who goes on. */
export function isSpeculative({ headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode');
  const isAhead = /prefetch|prerender|preview/.test(
    headers.get('sec-purpose') ?? headers.get('purpose') ?? '',
  );
  const ofRouter = ['rsc', 'next-action', 'next-router-prefetch', 'next-router-state-tree'];
  return (mode !== null && mode !== 'navigate') || isAhead || ofRouter.some((name) => headers.has(name));
}
