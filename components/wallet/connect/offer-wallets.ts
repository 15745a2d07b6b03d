import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';

/** Loads and registers the offered wallets, and no other wallet's code. Await it before rendering an island, which looks for wallets. */
export async function offerWallets({ demoWallet, mobile }: OfferedWallets): Promise<void> {
  const [demo, phone] = await Promise.all([
    demoWallet ? import('@/components/wallet/standard/demo-wallet') : undefined,
    mobile ? import('@/components/wallet/standard/register-mobile-wallet') : undefined,
  ]);
  demo?.registerDemoWallet();
  if (mobile) phone?.registerMobileWallet(mobile);
}
