import type { SolanaEndpoint } from '@/lib/solana-endpoint';

/** The element that tells the page's code, which is loaded later, where to ask. */
export const balancePlaceId = 'balances';
export const balanceNoteId = 'balance-note';

/** The endpoint as attributes of an element; none where there is no endpoint. */
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

/** The endpoint that the page names, or null when it names none. */
export function readEndpoint(): BalanceEndpoint | null {
  const { cluster, rpcUrl, webSocketUrl, localChain } =
    document.getElementById(balancePlaceId)?.dataset ?? {};
  if (!cluster || !rpcUrl || !webSocketUrl) return null;
  return { cluster, rpcUrl, webSocketUrl, isLocalChain: localChain === 'true' };
}
