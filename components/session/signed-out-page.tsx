'use client';

import { useEffect } from 'react';
import { hasKeptAnything } from '../ui/has-kept-anything';
import { type SessionNews, sessionChannelName } from './session-channel';

/**
 * On the page that a browser sees when nobody is signed in: tells its other tabs, and loads again where the document has
 * shown something of an account before.
 * @param hasEnded whether the session ended by itself.
 * @param goesOn whether signing in leads back to where it ended. Then what was typed there waits; else it goes.
 */
export function SignedOutPage({ hasEnded, goesOn }: { hasEnded: boolean; goesOn: boolean }) {
  useEffect(() => {
    if (document.documentElement.dataset.account) return location.reload();
    const channel = new BroadcastChannel(sessionChannelName);
    channel.postMessage((hasEnded ? { status: 'signed-out' } : null) satisfies SessionNews);
    channel.close();
    if (!goesOn && hasKeptAnything()) void import('../ui/form-draft').then((kept) => kept.dropKeptForms());
  }, [hasEnded, goesOn]);
  return null;
}
