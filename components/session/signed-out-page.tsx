'use client';

import { useEffect } from 'react';
import { type SessionNews, sessionChannelName } from './session-channel';

/**
 * On the page that a browser sees when nobody is signed in: tells its other tabs, and loads anew where the document has
 * shown something of an account before.
 * @param keepsTyped whether the session only ended, and what was typed waits for the same person.
 */
export function SignedOutPage({ keepsTyped }: { keepsTyped: boolean }) {
  useEffect(() => {
    if (document.documentElement.dataset.account) return location.reload();
    const channel = new BroadcastChannel(sessionChannelName);
    channel.postMessage((keepsTyped ? { status: 'signed-out' } : null) satisfies SessionNews);
    channel.close();
    if (!keepsTyped && hasKeptAnything()) void import('./keep-form').then((kept) => kept.dropKeptForms());
  }, [keepsTyped]);
  return null;
}

function hasKeptAnything(): boolean {
  try {
    return sessionStorage.length > 0;
  } catch {
    // Storage is blocked: then nothing was kept either.
    return false;
  }
}
