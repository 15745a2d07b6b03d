import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { balancePlaceId } from '@/components/balance/balance-endpoint';
import { SampleProof } from '@/components/proofs/sample-proof';
import { Button } from '@/components/ui/button';
import { LocalTime } from '@/components/ui/local-time';
import { PageLink } from '@/components/ui/page-link';
import { PageLinks } from '@/components/ui/page-links';
import { SharedIcons } from '@/components/wallet/connect/wallet-icon';
import { listOwnWallets, type OwnAccount } from '@/lib/auth/account/own-account';
import { errorOf } from '@/lib/backend-unavailable';
import { environment } from '@/lib/env';
import { readPage, readParam, type SearchParams } from '@/lib/search-params';
import { peekPasskeys } from '@/lib/session/offered-passkeys';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { requireViewer } from '@/lib/session/viewer';
import { shortenAddress } from '@/lib/shorten';
import { shareIcons, walletsPerPage } from '@/lib/wallets/list-wallets';
import { readOfferedWallets } from '@/lib/wallets/read-offered-wallets';
import {
  longestSearch,
  readWalletView,
  type WalletOrder,
  type WalletView,
  writeWalletsPath,
} from '@/lib/wallets/wallet-view';
import { OnlyWalletNotice } from './only-wallet-notice';
import { OwnWallets, WalletNotes } from './own-wallets';

export const metadata: Metadata = { title: 'Wallets' };

export default async function WalletsPage({ searchParams }: { searchParams: SearchParams }) {
  const page = await readPage(searchParams);
  const view = readWalletView({
    q: await readParam(searchParams, 'q'),
    sort: await readParam(searchParams, 'sort'),
  });
  const path = writeWalletsPath(view, page);
  const viewer = await requireViewer(path);
  const [listed, { isOffered }] = await Promise.all([listOwnWallets(viewer, page, view), peekPasskeys()]);
  if (!listed.ok) {
    redirectOnRefusal(listed.code, path);
    throw errorOf('Wallets could not be read', listed);
  }
  const { wallets, found, total, account } = listed;
  // The last wallet of the last page was removed, or the user typed the number.
  if (page > 1 && wallets.length === 0) redirect(writeWalletsPath(view, 1));
  const { branding, chain, embedded, siteUrl, solana } = environment();
  const shared = shareIcons(wallets);
  return (
    <div
      id={balancePlaceId}
      className="with-notes"
      data-balances={solana ? JSON.stringify(solana) : undefined}
    >
      <div className="min-w-0">
        <OwnWallets
          wallets={shared.wallets}
          total={total}
          above={
            <>
              {shared.icons.length > 0 ? <SharedIcons icons={shared.icons} /> : null}
              <OnlyWalletNotice
                signInMethods={account.signInMethods}
                total={total}
                offersPasskey={isOffered}
              />
              {total >= shortestSearchedList ? <WalletFinder view={view} found={found} /> : null}
            </>
          }
          sample={total === 0 ? <SampleProof /> : null}
          pageLinks={
            <PageLinks
              page={page}
              pageCount={Math.ceil(found / walletsPerPage)}
              pathOf={(other) => writeWalletsPath(view, other)}
            />
          }
          chain={chain}
          site={{ url: siteUrl, name: branding.siteName }}
          now={new Date().toISOString()}
          offered={await readOfferedWallets()}
        />
        {page === 1 && account.movedWallet ? <MovedWalletLine {...account.movedWallet} /> : null}
      </div>
      <WalletNotes total={total} embedded={embedded} balances={describeBalances()} />
    </div>
  );
}

function MovedWalletLine({ address, movedAt }: NonNullable<OwnAccount['movedWallet']>) {
  return (
    <p className="mt-6 text-muted">
      <span className="font-mono text-[14px]" title={address}>
        {shortenAddress(address)}
      </span>{' '}
      was proven on another account on <LocalTime at={movedAt} isDay /> by someone who can sign with it. It's
      no longer on yours. <PageLink href="/activity">See your activity</PageLink>
    </p>
  );
}

function describeBalances(): string | null {
  const { chain, embedded, solana } = environment();
  if (embedded && !solana) return 'Balances are off: no chain runs on this machine.';
  if (solana?.isLocalChain && chain !== `solana:${solana.cluster}`)
    return `Balances here are test money. Proofs are for ${chain.replace('solana:', '')}.`;
  return null;
}

const orderNames: Record<WalletOrder, string> = {
  newest: 'Newest first',
  name: 'Name',
  'oldest-proof': 'Oldest proof first',
};

/** From this number on, users search a list instead of reading it. */
const shortestSearchedList = 10;

function WalletFinder({ view, found }: { view: WalletView; found: number }) {
  return (
    <search>
      <form action="/wallets" className="mb-4 flex flex-wrap items-end gap-2">
        <label className="min-w-40 flex-1">
          <span className="mb-1.5 block text-small font-medium">Search</span>
          <input
            type="search"
            name="q"
            defaultValue={view.search}
            maxLength={longestSearch}
            placeholder="Label, wallet or address"
            autoComplete="off"
            spellCheck={false}
            className="h-11 w-full rounded-control border border-edge bg-surface px-3 text-input text-ink placeholder:text-muted"
          />
        </label>
        <label>
          <span className="mb-1.5 block text-small font-medium">Sort by</span>
          <select
            name="sort"
            defaultValue={view.order}
            className="h-11 rounded-control border border-edge bg-surface px-3 text-input text-ink"
          >
            {Object.entries(orderNames).map(([order, name]) => (
              <option key={order} value={order}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit">Show</Button>
      </form>
      {view.search ? (
        <p className="mb-4 text-muted">
          {found === 0 ? 'No wallet matches ' : `${found} ${found === 1 ? 'matches' : 'match'} `}
          <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{view.search}</bdi>.{' '}
          <a href="/wallets">Show all</a>
        </p>
      ) : null}
    </search>
  );
}
