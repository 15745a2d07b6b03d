import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { enter, leave, proveWallet } from '../../actions';
import { appsPage, fetchWallets, type Wallet } from '../../countersign';
import { readTokens } from '../../read-tokens';

/** Asks Countersign on each visit, so a wallet that is gone opens nothing a second later. */
export default async function MembersPage() {
  const tokens = await readTokens();
  if (!tokens) redirect('/');
  if (tokens.isOver) redirect('/renew');
  const answer = await fetchWallets(tokens.accessToken);
  if (answer.status === 'unreachable')
    return (
      <Closed title="Nobody is at the door">
        <p>Countersign did not answer, so we can’t say whether you may come in.</p>
        <p>
          <a className="button" href="/members">
            Try again
          </a>
        </p>
      </Closed>
    );
  if (answer.status === 'ended')
    return (
      <Closed title="This site no longer sees your wallets">
        <p>You ended that at Countersign. Sign in to share them again.</p>
        <form action={enter}>
          <button type="submit">Sign in again</button>
        </form>
      </Closed>
    );
  if (answer.wallets.length === 0)
    return (
      <Closed title="No wallet, no entry">
        <p>
          You are signed in{tokens.name && ` as ${tokens.name}`}, but this site sees no proven wallet of
          yours.
        </p>
        <form action={proveWallet}>
          <button type="submit">Prove a wallet</button>
        </form>
      </Closed>
    );
  return <Members name={tokens.name} wallets={answer.wallets} />;
}

function Members({ name, wallets }: { name: string | null; wallets: Wallet[] }) {
  return (
    <>
      <h1>Welcome{name && `, ${name}`}</h1>
      <p>
        You are in, because {wallets.length === 1 ? 'this wallet is' : 'these wallets are'} proven to be
        yours:
      </p>
      <ul>
        {wallets.map(({ account, address, proven_at }) => (
          <li key={account}>
            <span className="address">{address}</span>
            <span className="proven">Proven {proven_at.slice(0, 10)}</span>
          </li>
        ))}
      </ul>
      <div className="row">
        <form action={proveWallet}>
          <button type="submit" className="quiet">
            Prove a wallet
          </button>
        </form>
        <Leave />
      </div>
      <p className="muted">
        <a href={appsPage}>Choose what this site sees</a> at Countersign. Then load this page again.
      </p>
    </>
  );
}

function Closed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1>{title}</h1>
      {children}
      <Leave />
    </>
  );
}

function Leave() {
  return (
    <form action={leave}>
      <button type="submit" className="quiet">
        Sign out
      </button>
    </form>
  );
}
