import { LinkWithNext } from '@/components/next-param';

/** The link to a new password, which leads to the same place afterwards. */
export function ForgottenPassword() {
  return (
    <LinkWithNext path="/reset-password" className="tappable">
      Forgot your password?
    </LinkWithNext>
  );
}
