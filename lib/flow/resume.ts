/** Marks the URL of a page that the user left for step-up. The page itself stores what to continue. */
export const resumeParameter = 'resume';

/** Removes the mark, for a user who goes back without confirming. */
export function withoutResume(path: string): string {
  const address = new URL(path, 'http://site.invalid');
  address.searchParams.delete(resumeParameter);
  return address.pathname + address.search + address.hash;
}
