import { headers } from 'next/headers';

/**
 * Whether an action called by a script renders the page again. The page then stays, even for a user who has just signed in: a new wallet
 * signs again, in the open dialog.
 */
export async function isActionRerender(): Promise<boolean> {
  return (await headers()).has('next-action');
}
