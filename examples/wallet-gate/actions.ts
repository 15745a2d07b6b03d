'use server';

import { redirect } from 'next/navigation';
import { signIn, signOut } from './auth';
import { findSignOutAddress } from './countersign';
import { readTokens } from './read-tokens';

/** Goes to Countersign, and comes back to the members' page. */
export async function enter(): Promise<void> {
  await signIn('countersign', { redirectTo: '/members' });
}

/** The same, but anyone who has no proven wallet proves one there first. */
export async function proveWallet(): Promise<void> {
  await signIn('countersign', { redirectTo: '/members' }, { wallet: 'any' });
}

/** Ends the session here, then asks Countersign whether to end the one there. */
export async function leave(): Promise<void> {
  const tokens = await readTokens();
  await signOut({ redirect: false });
  redirect(tokens ? await findSignOutAddress(tokens.idToken) : '/');
}
