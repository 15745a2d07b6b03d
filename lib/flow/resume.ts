/** Marks the address of a page that someone left to confirm. The page itself keeps what it continues. */
export const resumeParameter = 'resume';

/** The path without it, for someone who goes back without confirming. */
export function withoutResume(path: string): string {
  const address = new URL(path, 'http://site.invalid');
  address.searchParams.delete(resumeParameter);
  return address.pathname + address.search + address.hash;
}
