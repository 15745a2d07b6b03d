import { buttonClasses } from '@/components/ui/button';
import { Section } from './section';

/** By the mailbox: whoever finds this browser open cannot choose a password with it. */
export function PasswordSection({ hasEmail }: { hasEmail: boolean }) {
  return (
    <Section
      title="Password"
      fact={
        hasEmail
          ? 'We mail you a link to set or change it. Every other session ends when you do.'
          : 'An account without an email address has no password.'
      }
      action={
        hasEmail ? (
          <a href="/reset-password?next=/security" className={buttonClasses('secondary')}>
            Change password
          </a>
        ) : null
      }
    />
  );
}
