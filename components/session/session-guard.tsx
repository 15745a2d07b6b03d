'use client';

import { useEffect } from 'react';
import { neverRestore } from '@/components/ui/never-restore';
import { type SessionNews, sessionChannelName } from './session-channel';

/** The interval of session checks, as in supabase-js. */
const tickInMilliseconds = 30_000;

/**
 * Keeps the session alive, and leaves the page when it ends. The check's code loads at the first tick or message, so as not to delay the
 * page. Must come first in the page, because forms read the account it sets.
 */
export function SessionGuard({ account }: { account: string }) {
  useEffect(() => {
    document.documentElement.dataset.account = account;
    neverRestore();
    const look = ({ data }: { data?: SessionNews }) =>
      import('./recheck-session').then(
        ({ recheckSession }) => recheckSession(data),
        // Offline, or a newer version was deployed. After a sign-out, the page is reloaded even without this code.
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
