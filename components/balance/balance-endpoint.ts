import type { SolanaEndpoint } from '@/lib/solana-endpoint';

/** The id of the element whose attributes hold the endpoint, for code that loads later. */
export const balancePlaceId = 'balances';
export const balanceNoteId = 'balance-note';

export function writeEndpoint(endpoint: SolanaEndpoint | null) {
  if (!endpoint) return {};
  return {
    'data-balances': 'on',
    'data-cluster': endpoint.cluster,
    'data-rpc-url': endpoint.rpcUrl,
    'data-web-socket-url': endpoint.webSocketUrl,
    'data-local-chain': String(endpoint.isLocalChain),
  };
}

type BalanceEndpoint = Omit<SolanaEndpoint, 'cluster'> & { cluster: string };

export function readEndpoint(): BalanceEndpoint | null {
  const { cluster, rpcUrl, webSocketUrl, localChain } =
    document.getElementById(balancePlaceId)?.dataset ?? {};
  if (!cluster || !rpcUrl || !webSocketUrl) return null;
  return { cluster, rpcUrl, webSocketUrl, isLocalChain: localChain === 'true' };
}
