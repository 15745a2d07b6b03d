import { environment } from '@/lib/env';
import { MailboxLink } from './mailbox-link';

/** Links to the local backend's mailbox. Renders nothing in production. */
export function MailboxHint() {
  const { mailboxUrl } = environment();
  if (!mailboxUrl) return null;
  return <MailboxLink url={mailboxUrl} />;
}
