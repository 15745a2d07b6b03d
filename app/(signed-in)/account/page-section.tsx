import { listWalletAction } from '@/app/(signed-in)/wallets/actions';
import { ShareViews } from '@/components/sharing/share-views';
import { ButtonForm } from '@/components/ui/button-form';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { environment } from '@/lib/env';
import { writeDate } from '@/lib/format-time';
import { shortenAddress } from '@/lib/shorten';
import type { OwnPage } from '@/lib/wallets/own-page';
import type { PageChange } from '@/lib/wallets/wallet-schemas';
import { changePageAction } from './actions';

type PageSectionProps = { own: OwnPage; accountCode: string };

/** The user's page is on from the first wallet that is listed until it is turned off. */
export function PageSection({ own: { id, github, wallets }, accountCode }: PageSectionProps) {
  const link = `${environment().siteUrl}/people/${id}`;
  return (
    <section id="public-page" className="grid grid-cols-1 gap-4 py-5">
      <div>
        <h2>Your page</h2>
        <p className="text-muted">
          {id
            ? "On. Anyone with its link sees the wallets that you list, and that they are one person's. No proof leads to it."
            : "Off. One link for several wallets, which shows that they are one person's. Add one to turn the page on."}
          {id ? ' A wallet that you take off keeps its public proof until you stop sharing it.' : null}
        </p>
      </div>
      {wallets.length === 0 ? (
        <p className="text-muted">
          First share a proof from <a href="/wallets">your wallets</a>.
        </p>
      ) : (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {wallets.map((wallet) => (
            <Row key={wallet.id} wallet={wallet} />
          ))}
        </ul>
      )}
      {id ? github.map((account) => <GithubAccount key={account.id} account={account} />) : null}
      {id ? (
        <>
          <details hidden={!wallets.some(({ isListed, isCurrent }) => isListed && isCurrent)}>
            <summary className="tappable cursor-pointer">Share your page</summary>
            <div className="mt-3 max-w-form">
              <ShareViews of="page" link={link} text={`Proven wallets of account ${accountCode}`} />
            </div>
          </details>
          <p>
            <a href={`/people/${id}`} className="tappable">
              View your page
            </a>
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <Change change="link_changed" label="Get a new link" />
            <Change change="closed" label="Turn the page off" />
            <p className="text-small text-muted">Either ends the link at once.</p>
          </div>
        </>
      ) : null}
    </section>
  );
}

function GithubAccount({ account }: { account: OwnPage['github'][number] }) {
  const { id, handle, confirmedAt, isShown, isCurrent } = account;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p>
        GitHub account <b className="font-semibold">{handle}</b>
        <span className="text-muted">
          , confirmed by GitHub on {writeDate(confirmedAt)}. {isShown && isCurrent ? 'Shown' : 'Not shown'}
          {isCurrent ? '.' : ' until you sign in with it.'}
        </span>
      </p>
      {isShown ? <Change change="github_hidden" label="Hide it" /> : null}
      {isCurrent && !isShown ? <Change change="github_shown" label="Show it" githubId={id} /> : null}
    </div>
  );
}

function Row({
  wallet: { id, address, label, isListed, isCurrent },
}: {
  wallet: OwnPage['wallets'][number];
}) {
  const short = shortenAddress(address);
  const action = isListed ? 'Take off' : 'Add';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <p className="[overflow-wrap:anywhere]">
        <span className="font-mono text-[14px]">{short}</span> {label ? <bdi>{label}</bdi> : null}{' '}
        {isListed && isCurrent ? <span className="tag">Listed</span> : null}
        {isCurrent ? null : (
          <span className="block text-small text-muted">
            Not shown until you prove it again: its proof names an earlier address of this site.
          </span>
        )}
      </p>
      <ButtonForm
        action={listWalletAction}
        values={{ walletId: id, isListed: String(!isListed) }}
        label={action}
        name={`${action} ${label ?? short}`}
        pendingLabel="One moment…"
        variant="secondary"
        place="#public-page"
        Submit={HeldSubmitButton}
      />
    </li>
  );
}

type ChangeProps = { change: PageChange; label: string; githubId?: string };

function Change({ change, label, githubId }: ChangeProps) {
  return (
    <ButtonForm
      action={changePageAction}
      values={{ change, ...(githubId && { githubId }) }}
      label={label}
      pendingLabel="One moment…"
      variant="secondary"
      place="#public-page"
      Submit={HeldSubmitButton}
    />
  );
}
