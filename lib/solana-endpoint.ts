/** The clusters, by the Wallet Standard's names. */
export const clusters = ['mainnet', 'devnet', 'testnet', 'localnet'] as const;
export type Cluster = (typeof clusters)[number];

export type SolanaEndpoint = {
  cluster: Cluster;
  rpcUrl: string;
  webSocketUrl: string;
  /** The local backend's chain, which gives out test SOL. */
  isLocalChain: boolean;
};

/** With this value of `SOLANA_RPC_URL`, balances are off and no RPC server is contacted. */
export const noEndpoint = 'off';

/** Solana's public servers. They are rate-limited and refuse some sites. */
const publicEndpoints: Record<Cluster, string> = {
  mainnet: 'https://api.mainnet-beta.solana.com',
  devnet: 'https://api.devnet.solana.com',
  testnet: 'https://api.testnet.solana.com',
  localnet: 'http://127.0.0.1:8899',
};

type Settings = {
  embedded: boolean;
  cluster: Cluster | undefined;
  rpcUrl: string | undefined;
  localChainUrl: string | undefined;
};

/** Null if balances are off, or if the local chain isn't running. */
export function chooseSolanaEndpoint(settings: Settings): SolanaEndpoint | null {
  const { embedded, cluster, rpcUrl, localChainUrl } = settings;
  if (rpcUrl === noEndpoint) return null;
  if (!rpcUrl && localChainUrl) {
    // The local chain serves HTTP and WebSocket on one port, unlike Solana's own servers.
    const webSocketUrl = localChainUrl.replace(/^http/, 'ws');
    return { cluster: 'localnet', rpcUrl: localChainUrl, webSocketUrl, isLocalChain: true };
  }
  // A trial site contacts no server that its team didn't configure.
  if (!rpcUrl && !cluster && embedded) return null;
  const url = rpcUrl ?? publicEndpoints[cluster ?? 'mainnet'];
  return {
    cluster: cluster ?? 'mainnet',
    rpcUrl: url,
    webSocketUrl: deriveWebSocketUrl(url),
    isLocalChain: false,
  };
}

/** Solana's convention, as in `@solana/web3.js`: with an explicit port, the WebSocket is on the next one. */
function deriveWebSocketUrl(rpcUrl: string): string {
  const url = new URL(rpcUrl);
  url.protocol = url.protocol.replace('http', 'ws');
  if (url.port) url.port = String(Number(url.port) + 1);
  return url.href;
}

/** Origins only, for a page's policy: the rest of a URL may hold a key. */
export function listEndpointOrigins(endpoint: SolanaEndpoint | null): string[] {
  return endpoint ? [new URL(endpoint.rpcUrl).origin, new URL(endpoint.webSocketUrl).origin] : [];
}
