import type { Metadata } from 'next';
import { ConnectWallet } from '@/components/wallet/connect-wallet';
import { requireViewer } from '@/lib/auth/viewer';
import { environment } from '@/lib/env';

export const metadata: Metadata = { title: 'Wallets' };

export default async function WalletsPage() {
  await requireViewer('/wallets');
  return (
    <>
      <h1>Wallets</h1>
      <p className="mt-1 mb-6 text-muted">
        Connecting shows this site the wallet's address. It costs nothing and moves nothing.
      </p>
      <ConnectWallet demoWallet={environment().embedded} />
    </>
  );
}
