import { environment } from '@/lib/env';
import { peekSettings } from '@/lib/supabase/settings';

/** Where an account is made: the team's terms and privacy notice, if it has any. */
export async function LegalNote() {
  const { termsUrl, privacyUrl } = environment().branding;
  if ((!termsUrl && !privacyUrl) || (await peekSettings()).isSignUpClosed) return null;
  return (
    <p className="text-small text-muted">
      {termsUrl ? (
        <>
          If you create an account, you accept the <a href={termsUrl}>Terms</a>.{' '}
        </>
      ) : null}
      {privacyUrl ? (
        <>
          What an account stores: <a href={privacyUrl}>Privacy notice</a>.
        </>
      ) : null}
    </p>
  );
}
