import type { AuthError } from '@supabase/supabase-js';

/** The log's message, without the address, for an email that Auth could not send. Null for any other error. */
export function describeMailFailure(error: AuthError | null): string | null {
  if (!error || !isMailFailure(error)) return null;
  const what = `Auth could not send an email: ${error.status ?? 0} ${error.code ?? error.name}`;
  if (error.status === 504)
    return `${what}. The mail server takes longer than Auth waits for it: the code in its email, should it still arrive, does not work.`;
  if (isRefusedByMailServer(error)) return `${what}. The mail server can't be reached, or refuses.`;
  return error.status === 500 ? `${what}. A hook or trigger of the project may refuse it.` : what;
}

/** Whether Auth failed while sending, so only for addresses that get an email. By status: supabase-js names outages alike. */
export function isMailFailure(error: AuthError): boolean {
  return (
    error.status === 500 ||
    error.status === 504 ||
    error.code === 'email_address_not_authorized' ||
    isLimitOfProject(error)
  );
}

/** Auth counts the emails that it sends and not requests, so this limit depends on the address too. */
function isLimitOfProject(error: AuthError): boolean {
  return error.code === 'over_email_send_rate_limit' && !/after \d+ seconds/.test(error.message);
}

function isRefusedByMailServer({ status, message }: AuthError): boolean {
  return status === 500 && message.startsWith('Error sending ');
}
