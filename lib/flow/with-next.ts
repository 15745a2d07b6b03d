/** `safeRedirect` follows none that is longer. Encoded, three times as long, it still fits into the headers of an answer. */
export const longestNext = 2000;

/** Adds `next` to the path of a page, unless that is too long. `next` is not checked here. */
export function withNext(path: string, next: string | undefined): string {
  const [place = ''] = next?.split(/[?#]/) ?? [];
  const kept = [next, place].find((one) => one && one.length <= longestNext);
  return kept ? `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(kept)}` : path;
}
