/** In a file of its own, so that pages needn't load the wallet's code. */
export const demoWalletName = 'Demo Wallet';
