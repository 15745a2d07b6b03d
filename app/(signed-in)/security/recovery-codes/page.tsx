import type { Metadata } from 'next';
import { FailedPart } from '@/components/failed-part';
import { Notice } from '@/components/ui/notice';
import { recoveryCodesPath } from '@/lib/auth/account/enroll-authenticator';
import { areFirstCodesDue } from '@/lib/auth/account/first-codes-cookie';
import { listPasskeys } from '@/lib/auth/account/passkeys';
import { describeRecoveryCodes } from '@/lib/auth/account/recovery-codes';
import { environment } from '@/lib/env';
import { readParam, type SearchParams } from '@/lib/search-params';
import { checkLiveSession } from '@/lib/session/end-session';
import { redirectOnRefusal } from '@/lib/session/redirect-on-refusal';
import { requireViewer } from '@/lib/session/viewer';
import { MakeCodes } from './make-codes';

export const metadata: Metadata = { title: 'Recovery codes' };

export default async function RecoveryCodesPage({ searchParams }: { searchParams: SearchParams }) {
  const viewer = await requireViewer(recoveryCodesPath);
  const live = await checkLiveSession(viewer);
  if (!live.ok) redirectOnRefusal(live.code, recoveryCodesPath);
  const codes = await describeRecoveryCodes(viewer.id);
  const hasAdded = (await readParam(searchParams, 'added')) !== undefined;
  const listed = hasAdded ? await listPasskeys(viewer) : null;
  const passkeys = listed?.ok ? listed.passkeys.filter(({ isConfirmed }) => isConfirmed).length : 0;
  return (
    <div className="tall-controls grid max-w-form gap-6">
      <h1>Recovery codes</h1>
      {hasAdded ? (
        <Notice title="Two-step sign-in is on.">
          {passkeys > 0 ? (
            <>
              Signing in now asks for a code from your app. Passkeys still sign you in without a code.{' '}
              <a href="/security#passkeys">Remove any you don't recognize.</a>
            </>
          ) : (
            'Signing in now asks for a code from your app.'
          )}
        </Notice>
      ) : null}
      <p className="print:hidden">
        Use a recovery code if you lose your phone. Each works once. Store them somewhere safe, not on your
        phone.
      </p>
      {codes.ok ? (
        <MakeCodes
          unusedCount={codes.unused}
          account={viewer.email}
          siteName={environment().branding.siteName}
          // Only right after the set-up, whatever a link to this address says, and never in place of codes that are in use.
          startsItself={codes.unused === 0 && (await areFirstCodesDue(viewer.id))}
        />
      ) : (
        <FailedPart code={codes.code} />
      )}
      <p className="print:hidden">
        <a href="/security" className="tappable">
          Back to security
        </a>
      </p>
    </div>
  );
}
