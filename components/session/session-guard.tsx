'use client';

import { useEffect } from 'react';
import { type SessionNews, sessionChannelName } from './session-channel';

/** How often an open page looks at its session. As supabase-js has it. */
const tickInMilliseconds = 30_000;

/**
 * Keeps the session of an open page alive, and ends the page with it. What does that is loaded at the first tick, or when
 * another tab says that someone has signed in or out, so that a page does not start with it.
 * Stands before everything else, so that forms know whose page they are on.
 * @param account whose page this is, as `hashAccount` has it.
 */
export function SessionGuard({ account }: { account: string }) {
  useEffect(() => {
    document.documentElement.dataset.account = account;
    const look = ({ data }: { data?: SessionNews }) =>
      import('./recheck-session').then(
        ({ recheckSession }) => recheckSession(data),
        // Offline, or a newer version was deployed. A page that may not be shown any more is not kept for that.
        () => data === null && location.reload(),
      );
    const channel = new BroadcastChannel(sessionChannelName);
    channel.onmessage = look;
    channel.postMessage(account);
    const timer = setInterval(look, tickInMilliseconds, {});
    return () => {
      channel.close();
      clearInterval(timer);
    };
  }, [account]);
  return null;
}
