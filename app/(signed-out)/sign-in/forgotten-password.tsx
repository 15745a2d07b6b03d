import { withNext } from '@/lib/auth/flow/with-next';

/** The way to a new password, which goes on to the same place afterwards. */
export function ForgottenPassword({ next }: { next: string | undefined }) {
  return (
    <a href={withNext('/reset-password', next)} className="tappable">
      Forgot your password?
    </a>
  );
}
