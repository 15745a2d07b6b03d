import type { Leaving } from '@/lib/auth/account/describe-deletion';

type WhatGoesProps = {
  leaving: Leaving;
  /** Null where they could not be counted. */
  apps: { granted: number; registered: number } | null;
  email: string;
  hasNotices: boolean;
};

/** What goes and what stays, in plain words and this account's own numbers. */
export function WhatGoes({ leaving, apps, email, hasNotices }: WhatGoesProps) {
  const { wallets, proofs, publicProofs } = leaving;
  return (
    <>
      <section>
        <h2 className="mb-2">What goes</h2>
        <ul className="list-disc space-y-1 pl-5">
          <li>Your account{email ? `, ${email},` : ''} with its ID and every way to sign in to it.</li>
          <li>
            {count(wallets, 'proven wallet')} and {count(proofs, 'proof')}, with what was signed. The wallets
            themselves and what they hold are not touched. You can prove them again on another account.
          </li>
          {apps?.granted === 0 ? null : (
            <li>
              The access of {apps ? count(apps.granted, 'app') : 'every app'}. They are told that the account
              is gone, and nothing more.
            </li>
          )}
          {apps?.registered ? (
            <li>
              {count(apps.registered, 'app')} that you registered: nobody gets in to{' '}
              {apps.registered === 1 ? 'it' : 'them'} any more.
            </li>
          ) : null}
          <li>Your activity and your sessions: every browser is signed out.</li>
        </ul>
      </section>
      <section>
        <h2 className="mb-2">What stays</h2>
        <ul className="list-disc space-y-1 pl-5">
          <li>
            {publicProofs === 0
              ? 'Nothing of your proofs: none of them is public.'
              : `The ${publicProofs === 1 ? 'id' : 'ids'} of ${count(publicProofs, 'public proof')}, so that the page can say that the account was deleted, and when.`}
          </li>
          {apps?.granted === 0 ? null : <li>What apps that had access have copied before.</li>}
          <li>Copies of public proofs that others made. They can see that the proof no longer stands.</li>
          <li>{tellOfMail(email, hasNotices)}</li>
        </ul>
      </section>
    </>
  );
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

function tellOfMail(email: string, hasNotices: boolean): string {
  if (!email) return 'No mail: the account has no address.';
  if (!hasNotices) return 'No mail: notices are off on this site.';
  return 'One last mail that tells you that it was done.';
}
