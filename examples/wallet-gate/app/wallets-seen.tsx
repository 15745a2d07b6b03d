'use client';

import { useWallets } from 'countersign/react';

/** Works on static pages too: the browser requests the wallets from this app, and this app from Countersign. */
export function WalletsSeen() {
  const seen = useWallets();
  if (seen.status !== 'ready') return null;
  const { length } = seen.wallets;
  return <span> This site sees {length === 1 ? 'one wallet' : `${length} wallets`} of yours.</span>;
}
