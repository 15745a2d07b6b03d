import { environment } from '@/lib/env';

/** Where an account is made: the team's terms and privacy notice, if it has any. */
export function LegalNote() {
  const { termsUrl, privacyUrl } = environment().branding;
  if (!termsUrl && !privacyUrl) return null;
  return (
    <p className="text-small text-muted">
      If you create an account, you accept the {termsUrl ? <a href={termsUrl}>Terms</a> : null}
      {termsUrl && privacyUrl ? ' and the ' : null}
      {privacyUrl ? <a href={privacyUrl}>Privacy notice</a> : null}.
    </p>
  );
}
