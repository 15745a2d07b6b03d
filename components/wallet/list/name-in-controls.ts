import type { Wallet } from '@/lib/wallets/list-wallets';
import { shortenAddress } from '../../../lib/shorten-address';

/** Ends the accessible names of a row's controls, which every row has. */
export function nameInControls({ label, address }: Wallet): string {
  return label ?? shortenAddress(address);
}
