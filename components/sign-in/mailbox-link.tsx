export function MailboxLink({ url }: { url: string }) {
  return (
    <p className="text-small text-muted">
      This copy runs on your machine and sends no real email. Its emails are in the{' '}
      <a href={url} target="_blank" rel="noopener" className="tappable">
        local mailbox
      </a>
      .
    </p>
  );
}
