import { requireWallet } from 'countersign/next';
import { Suspense } from 'react';

export default function MembersPage() {
  return (
    <Suspense>
      <Members />
    </Suspense>
  );
}

/** Requests the wallets from Countersign on each visit, so a removed wallet gives no access a second later. */
async function Members() {
  const { person, wallets } = await requireWallet({ returnTo: '/members' });
  return (
    <>
      <h1>Welcome{person.name && `, ${person.name}`}</h1>
      <p>
        You are in, because {wallets.length === 1 ? 'this wallet is' : 'these wallets are'} proven to be
        yours:
      </p>
      <ul>
        {wallets.map(({ account, address, provenAt }) => (
          <li key={account}>
            <span className="address">{address}</span>
            <span className="proven">Proven {provenAt.slice(0, 10)}</span>
          </li>
        ))}
      </ul>
      <div className="row">
        <a className="button quiet" href="/auth/sign-in?returnTo=/members&wallet=new">
          Prove another wallet
        </a>
        <form method="post" action="/auth/sign-out">
          <button type="submit" className="quiet">
            Sign out
          </button>
        </form>
      </div>
      <p className="muted">
        <a href={`${process.env.ISSUER}/apps`}>Choose what this site sees</a> at Countersign. Then load this
        page again.
      </p>
    </>
  );
}
