import { LinkWithNext } from '@/components/next-param';

/** The way to a new password, which goes on to the same place afterwards. */
export function ForgottenPassword() {
  return (
    <LinkWithNext path="/reset-password" className="tappable">
      Forgot your password?
    </LinkWithNext>
  );
}
