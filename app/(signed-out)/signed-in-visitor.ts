import 'server-only';
import { headers } from 'next/headers';
import { cache } from 'react';
import { checkLiveSession } from '@/lib/session/sign-out';
import { readViewer } from '@/lib/session/viewer';

/** Whether the visitor's session has ended although its token may still be valid. Cached for a page and its header. */
export const hasSessionEnded = cache(async (): Promise<boolean> => {
  const check = await readViewer();
  if (!check.signedIn) return false;
  const live = await checkLiveSession(check.viewer);
  return !live.ok && live.code === 'auth.signed_out';
});

/** The page then stays, even for a user who has just signed in: a new wallet signs again, in the open dialog. */
export async function isActionRerender(): Promise<boolean> {
  return (await headers()).has('next-action');
}
