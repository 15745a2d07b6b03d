import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';

/**
 * Puts the offered wallets there, before an island looks for wallets. Part of the islands: the pages' own code is to be
 * small. Of what is not offered, not even the code is fetched.
 */
export async function offerWallets({ demoWallet, mobile }: OfferedWallets): Promise<void> {
  const [demo, phone] = await Promise.all([
    demoWallet ? import('../demo/demo-wallet') : undefined,
    mobile ? import('../mobile/register-mobile-wallet') : undefined,
  ]);
  demo?.registerDemoWallet();
  if (mobile) phone?.registerMobileWallet(mobile.way, mobile.chain);
}
