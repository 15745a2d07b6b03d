'use client';

import { useEffect, useEffectEvent } from 'react';
import { useNext } from '@/components/next-param';
import { type SessionNews, sessionChannelName } from '@/components/session/session-channel';
import { followSignInAction } from './actions';

/**
 * On a page that waits for a mail: goes on by itself once another tab of this browser has signed in with the very same
 * email. Somebody else's sign-in changes nothing here.
 */
export function FollowSignIn({ email }: { email: string }) {
  const next = useNext();
  const follow = useEffectEvent(async () => {
    // Without an answer the page stays as it is, and the code can still be entered.
    const answer = await followSignInAction({ email, next }).catch(() => null);
    if (answer?.ok && answer.onward) location.replace(answer.onward);
  });
  useEffect(() => {
    const channel = new BroadcastChannel(sessionChannelName);
    // A page of an account tells the others whose it is.
    channel.onmessage = ({ data }: MessageEvent<SessionNews>) => {
      if (typeof data === 'string') void follow();
    };
    return () => channel.close();
  }, []);
  return null;
}
