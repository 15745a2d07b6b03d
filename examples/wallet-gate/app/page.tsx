import { currentPerson } from 'countersign/next';
import { SignInWithCountersign } from 'countersign/react';

type Props = { searchParams: Promise<{ error?: string }> };

/** What everyone sees. */
export default async function HomePage({ searchParams }: Props) {
  const { error } = await searchParams;
  const person = await currentPerson();
  return (
    <>
      <h1>Members only</h1>
      <p>The next page is for people who have proven that a Solana wallet is theirs.</p>
      {error && (
        <p role="status" className="note">
          You were not signed in, and nothing was shared. Try again if you like.
        </p>
      )}
      {person ? (
        <a className="button" href="/members">
          Go in
        </a>
      ) : (
        <SignInWithCountersign returnTo="/members" />
      )}
      <p className="muted">You choose which wallets this site sees. You can end it at any time.</p>
    </>
  );
}
