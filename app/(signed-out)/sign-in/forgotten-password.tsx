import { withNext } from '@/lib/auth/flow/with-next';

/** The link to a new password, which leads to the same place afterwards. */
export function ForgottenPassword({ next }: { next: string | undefined }) {
  return (
    <a href={withNext('/reset-password', next)} className="tappable">
      Forgot your password?
    </a>
  );
}
