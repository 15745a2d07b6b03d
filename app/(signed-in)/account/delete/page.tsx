import type { Metadata } from 'next';
import { FailedPart } from '@/components/ui/failed-part';
import { countApps } from '@/lib/apps/grants';
import { type DeletionCounts, describeDeletion } from '@/lib/auth/account/delete-account';
import { environment } from '@/lib/env';
import { readAccount } from '@/lib/proofs/read-account';
import { requireViewer } from '@/lib/session/viewer';
import { DeleteForm } from './delete-form';

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

type DeletedDataProps = {
  leaving: DeletionCounts;
  /** Null if counting failed. */
  apps: { granted: number; registered: number } | null;
  email: string;
  hasNotices: boolean;
};

function DeletedData({ leaving, apps, email, hasNotices }: DeletedDataProps) {
  const { wallets, proofs, publicProofs } = leaving;
  const staysWithApps = apps?.granted !== 0;
  const hasLastEmail = email !== '' && hasNotices;
  return (
    <>
      <section>
        <h2 className="mb-2">What's deleted</h2>
        <ul className="list-disc space-y-1 pl-5">
          <li>Your account{email ? `, ${email},` : ''} with its ID and all its sign-in methods.</li>
          {wallets + proofs > 0 ? (
            <li>
              {[wallets > 0 && count(wallets, 'proven wallet'), proofs > 0 && count(proofs, 'proof')]
                .filter(Boolean)
                .join(' and ')}
              , with what was signed. The wallets and what they hold aren't touched. You can prove them again
              on another account.
            </li>
          ) : null}
          {staysWithApps ? (
            <li>
              Access for {apps ? count(apps.granted, 'app') : 'every app'}. They learn only that the account
              was deleted.
            </li>
          ) : null}
          {apps?.registered ? (
            <li>
              {count(apps.registered, 'app')} that you registered: nobody can sign in to{' '}
              {apps.registered === 1 ? 'it' : 'them'} anymore.
            </li>
          ) : null}
          <li>Your activity and your sessions: every browser is signed out.</li>
        </ul>
      </section>
      {proofs > 0 || staysWithApps ? (
        <section>
          <h2 className="mb-2">What stays</h2>
          <ul className="list-disc space-y-1 pl-5">
            {publicProofs > 0 ? (
              <li>
                The {publicProofs === 1 ? 'ID' : 'IDs'} of {count(publicProofs, 'public proof')}, so that the
                page can say when the account was deleted.
              </li>
            ) : null}
            {staysWithApps ? <li>What apps with access have already copied.</li> : null}
            {proofs > 0 ? (
              <li>Copies that others made of public proofs. They can see that the proof has ended.</li>
            ) : null}
          </ul>
        </section>
      ) : null}
      {hasLastEmail ? <p>We'll send you one last email to confirm it.</p> : null}
    </>
  );
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
