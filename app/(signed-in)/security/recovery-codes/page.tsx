import type { Metadata } from 'next';
import { TwoStepSteps } from '@/app/(signed-in)/security/section';
import { FailedPart } from '@/components/ui/failed-part';
import { Note, Notes } from '@/components/ui/note';
import { recoveryCodesPath } from '@/lib/auth/account/enroll-authenticator';
import { listPasskeys } from '@/lib/auth/account/passkeys';
import {
  areFirstCodesDue,
  describeRecoveryCodes,
  type RecoveryCodes,
} from '@/lib/auth/account/recovery-codes';
import { environment } from '@/lib/env';
import { safeRedirect } from '@/lib/http/safe-redirect';
import { withNext } from '@/lib/http/with-next';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { checkLiveSession } from '@/lib/session/sign-out';
import { requireViewer } from '@/lib/session/viewer';
import { MakeCodes } from './make-codes';

export const metadata: Metadata = { title: 'Recovery codes' };

const backToSecurity = { label: 'Back to security', path: '/security' };

function describeBefore({ unused, areKept }: RecoveryCodes): string {
  if (unused === 0) return 'You have no recovery codes.';
  if (!areKept) return "You haven't saved the codes you have. New ones replace them.";
  return `You have ${unused} unused ${unused === 1 ? 'code' : 'codes'}. New ones replace ${unused === 1 ? 'it' : 'them'}.`;
}

export default async function RecoveryCodesPage({ searchParams }: { searchParams: SearchParams }) {
  const next = await readParam(searchParams, 'next');
  const path = withNext(recoveryCodesPath, next);
  const viewer = await requireViewer(path);
  const live = await checkLiveSession(viewer);
  if (!live.ok) redirectOnRefusal(live.code, path);
  const codes = await describeRecoveryCodes(viewer.id);
  const hasAdded = (await readParam(searchParams, 'added')) !== undefined;
  const listed = hasAdded ? await listPasskeys(viewer) : null;
  const hasPasskeys = listed?.ok && listed.passkeys.some(({ isConfirmed }) => isConfirmed);
  return (
    <div className="with-notes">
      <div className="tall-controls grid max-w-form content-start gap-6">
        <h1>{hasAdded ? 'Two-step sign-in' : 'Recovery codes'}</h1>
        {hasAdded ? <TwoStepSteps current="Save your codes" /> : null}
        {codes.ok ? (
          <MakeCodes
            warning={describeBefore(codes)}
            account={viewer.email}
            siteName={environment().branding.siteName}
            // Makes codes without a press only right after the setup, whatever a link contains, and never replaces codes in use.
            startsItself={codes.unused === 0 && (await areFirstCodesDue(viewer.id))}
            back={next ? { label: 'Not now', path: safeRedirect(next) } : backToSecurity}
          >
            {hasAdded ? 'Two-step sign-in is on. ' : ''}
            Use a recovery code if you lose your phone. Each works once. Store them somewhere safe, not on
            your phone: we won't show them again.
          </MakeCodes>
        ) : (
          <FailedPart code={codes.code} />
        )}
      </div>
      <Notes isBesideForm>
        <Note title="If you lose your phone">
          <p>
            A recovery code signs you in and keeps the authenticator. We then ask whether it's lost, and can
            remove it for you.
          </p>
        </Note>
        {hasPasskeys ? (
          <Note title="Passkeys">
            <p>
              A passkey counts as both steps: it never asks for a code.{' '}
              <a href="/security#passkeys">Yours still sign you in</a>; remove any you don't recognize.
            </p>
          </Note>
        ) : null}
      </Notes>
    </div>
  );
}
