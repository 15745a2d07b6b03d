'use client';

import { useEffect } from 'react';
import { hasKeptAnything } from '../ui/has-kept-anything';
import { type SessionNews, sessionChannelName } from './session-channel';

/**
 * The signed-out page's part: tells other tabs, and loads again if the document has shown an account before. When
 * another tab signs in, it loads again unless someone is doing something here.
 * @param hasEnded whether the session ended by itself.
 * @param goesOn whether signing in leads back to where it ended, where typed values wait.
 * @param leaves whether it follows another tab that signs in.
 */
export function SignedOutPage({ hasEnded, goesOn, leaves }: SignedOutPageProps) {
  useEffect(() => {
    if (document.documentElement.dataset.account) return location.reload();
    const channel = new BroadcastChannel(sessionChannelName);
    channel.postMessage((hasEnded ? { status: 'signed-out' } : null) satisfies SessionNews);
    // A page of an account tells the others whose it is.
    channel.onmessage = ({ data }: MessageEvent<SessionNews>) => {
      if (leaves && typeof data === 'string')
        void import('./follow-sign-in').then(({ followSignIn }) => followSignIn());
    };
    if (!goesOn && hasKeptAnything()) void import('../ui/form-draft').then((kept) => kept.dropKeptForms());
    return () => channel.close();
  }, [hasEnded, goesOn, leaves]);
  return null;
}

type SignedOutPageProps = { hasEnded: boolean; goesOn: boolean; leaves: boolean };
