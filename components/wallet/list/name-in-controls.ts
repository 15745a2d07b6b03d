import { shortenAddress } from '@/lib/shorten-address';
import type { Wallet } from '@/lib/wallets/list-wallets';

/** Completes the accessible names of controls that every row has. */
export function nameInControls({ label, address }: Wallet): string {
  return label ?? shortenAddress(address);
}
