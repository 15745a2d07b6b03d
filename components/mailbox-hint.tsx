import { environment } from '@/lib/env';
import { MailboxLink } from './mailbox-link';

/** Says where the local backend's mails go. Renders nothing on a real site. */
export function MailboxHint() {
  const { mailboxUrl } = environment();
  if (!mailboxUrl) return null;
  return <MailboxLink url={mailboxUrl} />;
}
