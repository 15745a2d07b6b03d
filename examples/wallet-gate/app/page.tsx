import { readPerson } from 'countersign/next';
import { SignInWithCountersign } from 'countersign/react';
import { Suspense } from 'react';

/** The public page. */
export default function HomePage() {
  return (
    <>
      <h1>Members only</h1>
      <p>The next page is for people who have proven that a Solana wallet is theirs.</p>
      <div className="door">
        <Suspense>
          <Door />
        </Suspense>
      </div>
      <p className="muted">You choose which wallets this site sees. You can end it at any time.</p>
    </>
  );
}

async function Door() {
  if (!(await readPerson())) return <SignInWithCountersign returnTo="/members" />;
  return (
    <a className="button" href="/members">
      Go in
    </a>
  );
}
