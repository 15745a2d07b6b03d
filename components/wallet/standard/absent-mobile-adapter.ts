import {
  BaseWalletAdapter,
  type WalletName,
  WalletNotReadyError,
  WalletReadyState,
} from '@solana/wallet-adapter-base';
import { localMobileWalletName } from './site-wallets';

/** Replaces `@solana-mobile/wallet-adapter-mobile`, whose dialogs and storage no browser then loads: the site registers its own wallet. */
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
