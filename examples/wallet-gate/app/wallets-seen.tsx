'use client';

import { useWallets } from 'countersign/react';

/** On every page, also those that are the same for everyone: the browser asks this app, and this app asks Countersign. */
export function WalletsSeen() {
  const seen = useWallets();
  if (seen.status !== 'ready') return null;
  const { length } = seen.wallets;
  return <span> This site sees {length === 1 ? 'one wallet' : `${length} wallets`} of yours.</span>;
}
