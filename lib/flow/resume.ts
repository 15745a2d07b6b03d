/**
 * In the address of a page that someone left to confirm that it is them: says that they did, and that the page may go on
 * with what they were about to do. What that was the page keeps itself. By itself it starts nothing.
 */
export const resumeParameter = 'resume';

/** The same page for someone who goes back without confirming. */
export function withoutResume(path: string): string {
  const address = new URL(path, 'http://site.invalid');
  address.searchParams.delete(resumeParameter);
  return address.pathname + address.search + address.hash;
}
