import 'server-only';

/** Whether passkeys can be used here, and the site that browsers keep them for. */
export type OfferedPasskeys = { isOffered: true; rpId: string } | { isOffered: false };

/** For a page that nobody waits for: what was known last, while it is asked anew behind the page. */
export async function glanceAtPasskeys(): Promise<OfferedPasskeys> {
  return { isOffered: false };
}

/** For an action: waits for the answer where none is known. */
export async function arePasskeysOffered(): Promise<boolean> {
  return (await glanceAtPasskeys()).isOffered;
}
