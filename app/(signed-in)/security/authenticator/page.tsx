import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pathAfter } from '@/app/(signed-in)/done-messages';
import { cancelEnrollmentAction, finishEnrollmentAction } from '@/app/(signed-in)/security/actions';
import { TwoStepSteps } from '@/app/(signed-in)/security/section';
import { ActionForm } from '@/components/ui/action-form';
import { ButtonForm } from '@/components/ui/button-form';
import { CodeInput } from '@/components/ui/code-input';
import { CopyButton } from '@/components/ui/copy-button';
import { QrCode } from '@/components/ui/qr-code';
import { SubmitButton } from '@/components/ui/submit-button';
import { authenticatorPath, readEnrollment } from '@/lib/auth/account/enroll-authenticator';
import { listAuthenticators } from '@/lib/session/mfa';
import { requireLiveViewer } from '@/lib/session/require-live-session';
import { SetUpHeading } from './set-up-heading';

export const metadata: Metadata = { title: 'Add an authenticator app' };

/** A reload shows the same QR code, until the first correct code or the end of the setup. */
export default async function AuthenticatorPage() {
  const viewer = await requireLiveViewer(authenticatorPath);
  const enrolment = await readEnrollment(viewer.id);
  if (!enrolment) redirect(pathAfter('/security', 'setup-closed'));
  const listed = await listAuthenticators(viewer.id);
  const isAnother = listed.ok && listed.authenticators.length > 0;
  return (
    <div className="tall-controls grid max-w-form gap-6">
      <h1>{isAnother ? 'Add another authenticator app' : 'Two-step sign-in'}</h1>
      {isAnother ? null : <TwoStepSteps current="Add the app" />}
      <div className="grid gap-1">
        <SetUpHeading />
        <p className="text-muted">
          A password manager works too. It shows a new code every 30 seconds, for every sign-in method except
          a passkey.
        </p>
      </div>
      <QrCode
        text={enrolment.uri}
        name="Picture for your authenticator app to scan. A text for it follows."
      />
      <div>
        <p className="text-muted">Or enter this key:</p>
        <div className="flex items-center justify-between gap-3">
          <p className="font-mono">{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</p>
          <CopyButton label="Copy" text={enrolment.secret} isButton />
        </div>
      </div>
      <ActionForm action={finishEnrollmentAction}>
        <p>Then enter the six digits it shows.</p>
        <CodeInput sendsItself />
        <SubmitButton label={isAnother ? 'Add it' : 'Turn on two-step sign-in'} pendingLabel="Checking…" />
      </ActionForm>
      <ButtonForm
        action={cancelEnrollmentAction}
        variant="quiet"
        className="-ml-2.75 forced-colors:ml-0"
        label="Cancel"
        pendingLabel="Canceling…"
      />
    </div>
  );
}
