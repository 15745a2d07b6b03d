import { headers } from 'next/headers';

/** The page then stays, even for a user who has just signed in: a new wallet signs again, in the open dialog. */
export async function isActionRerender(): Promise<boolean> {
  return (await headers()).has('next-action');
}
