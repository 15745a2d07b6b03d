/** The longest `next` that `safeRedirect` follows. Even encoded, three times as long, it fits into response headers. */
export const longestNext = 2000;

/** Adds `next` to a page's path: without its query if it is too long, and not at all if its path is. Doesn't check it. */
export function withNext(path: string, next: string | undefined): string {
  const [place = ''] = next?.split(/[?#]/) ?? [];
  const kept = [next, place].find((one) => one && one.length <= longestNext);
  return kept ? `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(kept)}` : path;
}

/** Marks the URL of a page that the user left for step-up. The page itself stores what to continue. */
export const resumeParameter = 'resume';

/** Removes the mark, for a user who goes back without confirming. */
export function withoutResume(path: string): string {
  const address = new URL(path, 'http://site.invalid');
  address.searchParams.delete(resumeParameter);
  return address.pathname + address.search + address.hash;
}
