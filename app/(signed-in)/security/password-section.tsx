import type { SignInMethods } from '@/lib/auth/account/sign-in-methods';
import { PasswordForm } from './password-form';
import { Section } from './section';

export function PasswordSection({ ways: { email, hasPassword } }: { ways: SignInMethods }) {
  if (!email) return <Section title="Password" fact="An account without an email address has no password." />;
  return (
    <Section
      title="Password"
      fact={hasPassword ? 'Set. It can be changed, not removed.' : 'Not set. You sign in without one.'}
    >
      <PasswordForm email={email} hasPassword={hasPassword} />
    </Section>
  );
}
