/** An internal error by type and location. Never its message, which may contain a key. */
export function describeFault(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  const place = error instanceof Error ? /\n\s+at ([^\n]+)/.exec(error.stack ?? '')?.[1] : undefined;
  return `${name}${place ? ` at ${place.replace(/\(?file:\/\//, '(')}` : ''}`;
}
