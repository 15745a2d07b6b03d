'use client';

import { useEffect } from 'react';
import { neverRestore } from '../ui/never-restore';
import { type SessionNews, sessionChannelName } from './session-channel';

/** Tick of an open page's session check, as in supabase-js. */
const tickInMilliseconds = 30_000;

/**
 * Keeps an open page's session alive, and ends the page with it. Its code loads at the first tick or with another tab's
 * news. Comes first in the page, so that forms know whose it is.
 * @param account whose page this is, as `hashAccount` has it.
 */
export function SessionGuard({ account }: { account: string }) {
  useEffect(() => {
    document.documentElement.dataset.account = account;
    neverRestore();
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
