'use server';

import { redirect } from 'next/navigation';
import { signOut } from '@/lib/auth/sign-out';

const signInPath = '/sign-in';

export async function signOutAction(): Promise<void> {
  const { ended } = await signOut('local');
  redirect(ended ? signInPath : `${signInPath}?notice=session-not-ended`);
}

export async function signOutEverywhereAction(): Promise<void> {
  const { ended } = await signOut('global');
  redirect(ended ? signInPath : `${signInPath}?notice=session-not-ended`);
}
