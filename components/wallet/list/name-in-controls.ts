import type { Wallet } from '@/lib/wallets/list-wallets';
import { shortenAddress } from '../../../lib/shorten-address';

/** What the names of a row's controls end with, for a screen reader: every row has the same ones. */
export function nameInControls({ label, address }: Wallet): string {
  return label ?? shortenAddress(address);
}
