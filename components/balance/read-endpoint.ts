import type { SolanaEndpoint } from '@/lib/solana-endpoint';
import { balancePlaceId } from './balance-endpoint';

export function readEndpoint(): SolanaEndpoint | null {
  const written = document.getElementById(balancePlaceId)?.dataset.balances;
  return written ? (JSON.parse(written) as SolanaEndpoint) : null;
}
