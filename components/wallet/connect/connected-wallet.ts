export type ConnectedWallet = {
  address: string;
  /** Fit to be shown. */
  walletName: string;
  icon: string | null;
  /** Starts proving the wallet, again if it is proven already. */
  prove: () => void;
  /** Starts proving, and calls `onGivenUp` if it ends without a proof. */
  proveOr: (onGivenUp: () => void) => void;
  proveToShare: () => void;
  disconnect: () => void;
  /** True once, after someone has connected it by a press: then the focus may go to the next one. */
  claimFocus: () => boolean;
};
