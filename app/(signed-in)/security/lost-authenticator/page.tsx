import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { removeLostAuthenticatorsAction, startEnrollmentAction } from '@/app/(signed-in)/security/actions';
import { buttonClasses } from '@/components/ui/button';
import { ButtonForm } from '@/components/ui/button-form';
import { FailedPart } from '@/components/ui/failed-part';
import { FocusOutcome } from '@/components/ui/focus-outcome';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { describeRecovery, lostAuthenticatorPath } from '@/lib/auth/step-up/describe-step-up';
import { safeRedirect } from '@/lib/http/safe-redirect';
import { withNext } from '@/lib/http/with-next';
import { stepUpMinutes } from '@/lib/lifetimes';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { requireViewer } from '@/lib/session/viewer';

export const metadata: Metadata = { title: 'Lost authenticator' };

/** Signing in with a recovery code redirects here first. Once the authenticator is removed, the page offers to set up another. */
export default async function LostAuthenticatorPage({ searchParams }: { searchParams: SearchParams }) {
  const next = safeRedirect((await readParam(searchParams, 'next')) ?? '/security');
  const path = withNext(lostAuthenticatorPath, next);
  const viewer = await requireViewer(path);
  const recovery = await describeRecovery(viewer);
  if (!recovery.ok) {
    redirectOnRefusal(recovery.code, path);
    return <FailedPart code={recovery.code} />;
  }
  const { mayRemove, secondFactors } = recovery;
  if (secondFactors > 0 && !mayRemove) redirect(next);
  const areSeveral = secondFactors > 1;
  return (
    <div className="tall-controls grid max-w-form gap-6">
      {secondFactors > 0 ? (
        <>
          <div className="grid gap-1">
            <h1>{areSeveral ? 'Are your authenticators lost?' : 'Is your authenticator lost?'}</h1>
            <p className="text-muted">
              You signed in with a recovery code. That code is used up, and every other session has ended.
              Nothing else changed.
            </p>
          </div>
          <div className="grid gap-3">
            <a href={next} className={buttonClasses('primary')}>
              I still have {areSeveral ? 'one' : 'it'}
            </a>
            <ButtonForm
              action={removeLostAuthenticatorsAction}
              Submit={HeldSubmitButton}
              values={{ next }}
              isWide
              variant="danger"
              label={
                areSeveral ? `Remove all ${secondFactors} authenticators` : 'Remove the lost authenticator'
              }
              pendingLabel="Removing…"
            />
          </div>
          <p className="text-small text-muted">
            This turns two-step sign-in off, and your other recovery codes stop working. You can then set up a
            new authenticator. Only this session can do that, for {stepUpMinutes} minutes after the recovery
            code.
            {areSeveral ? ' To remove only one, go to Security.' : ''}
          </p>
        </>
      ) : (
        <>
          <div className="grid gap-1">
            <h1>Two-step sign-in is off</h1>
            <p role="status" className="text-muted">
              Your account has no authenticator and no recovery codes. Until you set one up, signing in
              doesn't ask for a code.
            </p>
            {/* The pressed button is gone. */}
            <FocusOutcome />
          </div>
          <ButtonForm
            action={startEnrollmentAction}
            isWide
            label="Set up your authenticator again"
            pendingLabel="One moment…"
          />
          <p>
            <a href={next} className="tappable">
              Not now
            </a>
          </p>
        </>
      )}
    </div>
  );
}
