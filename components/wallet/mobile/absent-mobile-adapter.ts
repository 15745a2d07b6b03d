import type { WalletName } from '@solana/wallet-adapter-base';
import { BaseWalletAdapter, WalletNotReadyError, WalletReadyState } from '@solana/wallet-adapter-base';
import { localMobileWalletName } from './mobile-wallet-names';

/**
 * Replaces `@solana-mobile/wallet-adapter-mobile`. On Android, the provider makes a mobile wallet of its own unless
 * ours is there, which is the case on every secure page. So the package's dialogs and storage reach no browser.
 */
export class SolanaMobileWalletAdapter extends BaseWalletAdapter {
  readonly name = localMobileWalletName as WalletName;
  readonly url = '';
  readonly icon = '';
  readonly readyState = WalletReadyState.Unsupported;
  readonly publicKey = null;
  readonly connecting = false;
  readonly supportedTransactionVersions = null;

  async connect(): Promise<void> {
    throw new WalletNotReadyError();
  }

  async disconnect(): Promise<void> {
    // It was never connected.
  }

  async sendTransaction(): Promise<never> {
    throw new WalletNotReadyError();
  }
}

export { localMobileWalletName as SolanaMobileWalletAdapterWalletName } from './mobile-wallet-names';

const makeNothing = () => undefined;

export {
  makeNothing as createDefaultAddressSelector,
  makeNothing as createDefaultAuthorizationResultCache,
  makeNothing as createDefaultWalletNotFoundHandler,
};
