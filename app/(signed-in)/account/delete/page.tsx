import type { Metadata } from 'next';
import { FailedPart } from '@/components/failed-part';
import { countApps } from '@/lib/apps/grants';
import { describeDeletion } from '@/lib/auth/account/describe-deletion';
import { environment } from '@/lib/env';
import { readAccount } from '@/lib/proofs/read-account';
import { requireViewer } from '@/lib/session/viewer';
import { DeleteForm } from './delete-form';
import { DeletedData } from './deleted-data';

export const metadata: Metadata = { title: 'Delete the account' };

export default async function DeleteAccountPage() {
  const viewer = await requireViewer('/account/delete');
  const [account, leaving, apps] = await Promise.all([
    readAccount(viewer),
    describeDeletion(),
    countApps(viewer),
  ]);
  return (
    <div className="tall-controls grid max-w-form gap-6">
      <h1>Delete the account</h1>
      <p>
        This can't be undone. To keep a copy first, <a href="/account#export">export everything</a>.
      </p>
      <DeletedData
        leaving={leaving}
        apps={apps.ok ? apps : null}
        email={viewer.email}
        hasNotices={environment().smtpUrl !== null}
      />
      {account.ok ? (
        <DeleteForm email={viewer.email} accountCode={account.code} />
      ) : (
        <FailedPart code={account.code} />
      )}
      <p>
        <a href="/account" className="tappable">
          Keep the account
        </a>
      </p>
    </div>
  );
}
