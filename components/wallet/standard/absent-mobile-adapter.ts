import {
  BaseWalletAdapter,
  type WalletName,
  WalletNotReadyError,
  WalletReadyState,
} from '@solana/wallet-adapter-base';
import { localMobileWalletName } from './site-wallets';

/**
 * Replaces `@solana-mobile/wallet-adapter-mobile`, so that its dialogs and storage load in no browser. On Android, the provider creates
 * its mobile wallet unless this site's is registered, which it is on every secure page.
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
    // It never connects.
  }

  async sendTransaction(): Promise<never> {
    throw new WalletNotReadyError();
  }
}

export { localMobileWalletName as SolanaMobileWalletAdapterWalletName } from './site-wallets';

const makeNothing = () => undefined;

export {
  makeNothing as createDefaultAddressSelector,
  makeNothing as createDefaultAuthorizationResultCache,
  makeNothing as createDefaultWalletNotFoundHandler,
};
