import type { AuthError } from '@supabase/supabase-js';

/** The log's words for an email that Auth could not send, never for whom. Null if it concerns only the asker. */
export function describeMailFailure(error: AuthError | null): string | null {
  if (!error || !isMailFailure(error)) return null;
  const what = `Auth could not send an email: ${error.status ?? 0} ${error.code ?? error.name}`;
  if (error.status === 504)
    return `${what}. The mail server takes longer than Auth waits for it: the code in its email, should it still arrive, does not work.`;
  if (isRefusedByMailServer(error)) return `${what}. The mail server can't be reached, or refuses.`;
  return error.status === 500 ? `${what}. A hook or trigger of the project may refuse it.` : what;
}

/**
 * Whether Auth got as far as sending, which it says only of an address that gets an email. An unreachable Auth has no
 * status or a gateway's; the library names both alike, so the number decides. 504 is Auth's own answer to a slow mail
 * server.
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
