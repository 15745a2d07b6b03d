/**
 * A mistake of this command's own, for whoever reports it: what it was and where. Never its message, which may repeat what was
 * asked with, and that is a key.
 */
export function describeFault(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  const place = error instanceof Error ? /\n\s+at ([^\n]+)/.exec(error.stack ?? '')?.[1] : undefined;
  return `${name}${place ? ` at ${place.replace(/\(?file:\/\//, '(')}` : ''}`;
}
