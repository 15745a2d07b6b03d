import type { Adapter } from '@solana/wallet-adapter-base';
import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import { localMobileWalletName, remoteMobileWalletName } from '@/components/wallet/standard/site-wallets';
import { makeStandardWallet } from '@/components/wallet/testing/standard-wallet';
import { signsInOwnWindow } from './signing-methods';

it('asks no wallet without a press whose window browsers block then, or that has no window', () => {
  const { adapter } = makeStandardWallet();
  const called = (name: string) => ({ ...adapter, standard: true, wallet: {}, name }) as unknown as Adapter;
  expect(signsInOwnWindow(called('Phantom'))).toBe(true);
  for (const name of [demoWalletName, localMobileWalletName, remoteMobileWalletName])
    expect(signsInOwnWindow(called(name))).toBe(false);
  expect(signsInOwnWindow({ name: 'Older' } as Adapter)).toBe(false);
});
