import type { AuthError } from '@supabase/supabase-js';

/** What the log says of a mail that Auth could not send, never who it was for. Null for all that concerns only the asker. */
export function describeMailFailure(error: AuthError | null): string | null {
  if (!error || !isMailFailure(error)) return null;
  const what = `Auth could not send an email: ${error.status ?? 0} ${error.code ?? error.name}`;
  if (error.status === 504)
    return `${what}. The mail server takes longer than Auth waits for it: the code in its email, should it still arrive, does not work.`;
  return isRefusedByMailServer(error) ? `${what}. The mail server can't be reached, or refuses.` : what;
}

/**
 * Whether Auth got as far as sending: it says so only of an address that gets a mail. In contrast to an Auth that is out
 * of reach, which is the same for everyone: that is no status, or a gateway's. The library calls all of them the same,
 * so only the number tells; and 504 is what Auth itself answers when a mail server is too slow for it.
 */
export function isMailFailure(error: AuthError): boolean {
  return (
    error.status === 500 ||
    error.status === 504 ||
    error.code === 'email_address_not_authorized' ||
    isLimitOfProject(error)
  );
}

/** Auth counts the mails that it sends, not those that it is asked for, so this too depends on the address. */
function isLimitOfProject(error: AuthError): boolean {
  return error.code === 'over_email_send_rate_limit' && !/after \d+ seconds/.test(error.message);
}

function isRefusedByMailServer({ status, message }: AuthError): boolean {
  return status === 500 && message.startsWith('Error sending ');
}
