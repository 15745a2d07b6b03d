import { environment } from '@/lib/env';
import { MailboxLink } from './mailbox-link';

/** Where mails go when the site runs on the local backend. Nothing on a real site. */
export function MailboxHint() {
  const { mailboxUrl } = environment();
  if (!mailboxUrl) return null;
  return <MailboxLink url={mailboxUrl} />;
}
