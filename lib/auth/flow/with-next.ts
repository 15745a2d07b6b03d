/** A page of ours that leads to the same place afterwards. `next` is not checked here. */
export function withNext(path: string, next: string | undefined): string {
  return next ? `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}` : path;
}
