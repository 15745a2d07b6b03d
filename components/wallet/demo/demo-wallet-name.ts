/** The wallet that exists only where the local backend runs. On its own, so that the page needs none of its code. */
export const demoWalletName = 'Demo Wallet';
