import type { Metadata } from 'next';
import { MailboxHint } from '@/components/mailbox-hint';
import { RequestForm } from './request-form';

export const metadata: Metadata = { title: 'Reset your password' };

export default function ResetPasswordPage() {
  return (
    <div className="grid gap-6">
      <h1>Reset your password</h1>
      <p className="text-muted">We'll mail you a link. It signs you in and lets you choose a new password.</p>
      <RequestForm mailboxHint={<MailboxHint />} />
      <p>
        Remembered it?{' '}
        <a href="/sign-in" className="tappable">
          Sign in
        </a>
      </p>
    </div>
  );
}
