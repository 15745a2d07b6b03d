import { headers } from 'next/headers';

/**
 * Whether the page is drawn again for an action that a script of it called. It stays then, for someone who has just signed in too: a
 * wallet that is new here signs again, in the dialog that is open.
 */
export async function isInUse(): Promise<boolean> {
  return (await headers()).has('next-action');
}
