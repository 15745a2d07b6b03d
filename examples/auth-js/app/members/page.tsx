import { readWalletsOf } from 'countersign/auth-js';
import { Suspense } from 'react';
import { auth, signIn, signOut } from '@/auth';

export default function MembersPage() {
  return (
    <Suspense>
      <Members />
    </Suspense>
  );
}

/** Requests the wallets from Countersign on each visit, so a removed wallet gives no access a second later. */
async function Members() {
  const session = await auth();
  const answer = session?.countersignSub ? await readWalletsOf(session.countersignSub) : null;
  if (answer?.status === 'unreachable') return <p>Countersign isn’t responding. Reload to try again.</p>;
  if (answer?.status !== 'ready' || answer.wallets.length === 0)
    return (
      <form action={enter}>
        <button type="submit" style={{ padding: '10px 20px', border: '1px solid', borderRadius: 6 }}>
          Sign in with Countersign
        </button>
      </form>
    );
  return (
    <>
      <h1>You are in</h1>
      <ul>
        {answer.wallets.map(({ account, address }) => (
          <li key={account}>{address}</li>
        ))}
      </ul>
      <form action={leave}>
        <button type="submit">Sign out</button>
      </form>
    </>
  );
}

async function enter() {
  'use server';
  // `wallet` makes the site ask for one.
  await signIn('countersign', { redirectTo: '/members' }, { wallet: 'any' });
}

async function leave() {
  'use server';
  await signOut({ redirectTo: '/members' });
}
