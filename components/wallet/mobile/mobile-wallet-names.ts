/**
 * The names that the mobile wallet protocol's own packages register. The wallet provider makes a wallet of its own, with
 * dialogs of its own, unless one with the first name is there.
 */
export const localMobileWalletName = 'Mobile Wallet Adapter';
export const remoteMobileWalletName = 'Remote Mobile Wallet Adapter';

export function isMobileWallet(name: string): boolean {
  return name === localMobileWalletName || name === remoteMobileWalletName;
}

/** What people call them. Neither is a wallet: each leads to whichever the person has. */
export const plainMobileNames: Record<string, string> = {
  [localMobileWalletName]: 'Wallet app',
  [remoteMobileWalletName]: 'Wallet on a phone',
};
