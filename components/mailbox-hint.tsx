import { environment } from '@/lib/env';

/** Where mails go when the site runs on the local backend. Nothing on a real site. */
export function MailboxHint() {
  const { mailboxUrl } = environment();
  if (!mailboxUrl) return null;
  return (
    <p className="text-small text-muted">
      This copy runs on your machine and sends no real mail. Its mails are in the{' '}
      <a href={mailboxUrl} target="_blank" rel="noopener" className="tappable">
        local mailbox
      </a>
      .
    </p>
  );
}
