import type { Metadata } from 'next';
import { TwoStepSteps } from '@/app/(signed-in)/security/two-step-steps';
import { ButtonForm } from '@/components/ui/button-form';
import { CopyButton } from '@/components/ui/copy-button';
import { QrCode } from '@/components/ui/qr-code';
import { authenticatorPath, readEnrollment } from '@/lib/auth/account/enroll-authenticator';
import { requireLiveViewer } from '@/lib/session/require-live-session';
import { cancelEnrollmentAction, startEnrollmentAction } from './actions';
import { FirstCodeForm, SetUpHeading } from './enrollment-forms';

export const metadata: Metadata = { title: 'Add an authenticator app' };

/** A reload shows the same QR code, until the first correct code. */
export default async function AuthenticatorPage() {
  const viewer = await requireLiveViewer(authenticatorPath);
  const enrolment = await readEnrollment(viewer.id);
  if (!enrolment) {
    return (
      <div className="tall-controls grid max-w-form gap-6">
        <h1>Add an authenticator app</h1>
        <p>
          An authenticator app on your phone, or your password manager, shows a new code every 30 seconds.
          Every sign-in method except a passkey will ask for it.
        </p>
        <ButtonForm action={startEnrollmentAction} label="Continue" pendingLabel="One moment…" />
        <p>
          <a href="/security" className="tappable">
            Back to security
          </a>
        </p>
      </div>
    );
  }
  return (
    <div className="tall-controls grid max-w-form gap-6">
      <h1>Two-step sign-in</h1>
      <TwoStepSteps current="Scan" />
      <SetUpHeading />
      <QrCode
        text={enrolment.uri}
        name="Picture for your authenticator app to scan. A text for it follows."
      />
      <div>
        <p className="text-muted">Or type this in:</p>
        <p className="font-mono break-words">{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</p>
        <CopyButton label="Copy" text={enrolment.secret} />
      </div>
      <p>Then enter the six digits it shows.</p>
      <FirstCodeForm />
      <ButtonForm
        action={cancelEnrollmentAction}
        variant="quiet"
        className="-ml-2.75 forced-colors:ml-0"
        label="Cancel"
        pendingLabel="Cancelling…"
      />
    </div>
  );
}
