'use client';

import { useEffect } from 'react';
import { hasKeptAnything } from '@/components/ui/has-kept-anything';
import { type SessionNews, sessionChannelName } from './session-channel';

/**
 * Announces the sign-out to other tabs. Reloads a document that has shown an account, and on a sign-in in another tab.
 * @param keepsDrafts whether sign-in returns to the page where it ended, whose typed values are kept.
 * @param followsSignIn whether to follow a sign-in in another tab, unless the user is busy here.
 */
export function SignedOutPage({ hasEnded, keepsDrafts, followsSignIn }: SignedOutPageProps) {
  useEffect(() => {
    if (document.documentElement.dataset.account) return location.reload();
    const channel = new BroadcastChannel(sessionChannelName);
    channel.postMessage((hasEnded ? { status: 'signed-out' } : null) satisfies SessionNews);
    // Pages of an account send its hash, a string.
    channel.onmessage = ({ data }: MessageEvent<SessionNews>) => {
      if (followsSignIn && typeof data === 'string')
        void import('./reload-after-sign-in').then(({ reloadAfterSignIn }) => reloadAfterSignIn());
    };
    if (!keepsDrafts && hasKeptAnything())
      void import('@/components/ui/draft-values').then((kept) => kept.dropKeptForms());
    return () => channel.close();
  }, [hasEnded, keepsDrafts, followsSignIn]);
  return null;
}

type SignedOutPageProps = { hasEnded: boolean; keepsDrafts: boolean; followsSignIn: boolean };
