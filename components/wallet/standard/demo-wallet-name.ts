/** In a separate file, so that pages don't load the wallet's code. */
export const demoWalletName = 'Demo Wallet';
