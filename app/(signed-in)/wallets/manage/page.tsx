import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { describeSharedProof } from '@/components/sharing/describe-shared-proof';
import { ShareViews } from '@/components/sharing/share-views';
import { Address } from '@/components/ui/address';
import { environment } from '@/lib/env';
import { readParam, type SearchParams } from '@/lib/search-params';
import { requireLiveViewer } from '@/lib/session/require-live-session';
import { findWallet } from '@/lib/wallets/list-wallets';
import { ManageForms } from './manage-forms';

export const metadata: Metadata = { title: 'Manage a wallet' };

/** The actions of a wallet's menu, for browsers without scripts. */
export default async function ManageWalletPage({ searchParams }: { searchParams: SearchParams }) {
  const address = (await readParam(searchParams, 'address')) ?? '';
  await requireLiveViewer(`/wallets/manage?address=${encodeURIComponent(address)}`);
  const wallet = address ? await findWallet(address) : null;
  // The wallet was removed, or the user typed another address.
  if (!wallet) redirect('/wallets');
  return (
    <div className="tall-controls grid max-w-form gap-6">
      <div>
        <h1>Manage a wallet</h1>
        <div className="mt-2">
          <Address address={wallet.address} chain={environment().chain} isProven />
        </div>
      </div>
      {wallet.isPublic ? (
        <ShareViews
          link={`${environment().siteUrl}/proofs/${wallet.proofId}`}
          text={describeSharedProof({ ...wallet, name: wallet.displayName })}
        />
      ) : null}
      <ManageForms wallet={wallet} />
      <p>
        <a href="/wallets" className="tappable">
          Back to your wallets
        </a>
      </p>
    </div>
  );
}
