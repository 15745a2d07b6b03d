export type ConnectedWallet = {
  address: string;
  /** Cleaned for display. */
  walletName: string;
  icon: string | null;
  prove: () => void;
  /** Starts proving. Calls `onGivenUp` if that ends without a proof. */
  proveOr: (onGivenUp: () => void) => void;
  proveToShare: () => void;
  disconnect: () => void;
  /** True once after the user connected the wallet by a press, so that the focus may move to the next step. */
  claimFocus: () => boolean;
};
