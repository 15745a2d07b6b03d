/** The chains that a wallet can be on; the names are those of the Wallet Standard. */
export const clusters = ['mainnet', 'devnet', 'testnet', 'localnet'] as const;
export type Cluster = (typeof clusters)[number];

export type SolanaEndpoint = {
  cluster: Cluster;
  rpcUrl: string;
  webSocketUrl: string;
  /** The chain of the embedded default, which gives test money away. */
  isLocalChain: boolean;
};

/** `SOLANA_RPC_URL` with this value: no balances, and no request to anyone. */
export const noEndpoint = 'off';

/** Solana's own public servers. They limit how much one may ask, and refuse some sites. */
const publicEndpoints: Record<Cluster, string> = {
  mainnet: 'https://api.mainnet-beta.solana.com',
  devnet: 'https://api.devnet.solana.com',
  testnet: 'https://api.testnet.solana.com',
  localnet: 'http://127.0.0.1:8899',
};

type Settings = {
  embedded: boolean;
  /** Undefined when nothing was set. */
  cluster: Cluster | undefined;
  rpcUrl: string | undefined;
  localChainUrl: string | undefined;
};

/** Null if balances are switched off, or the local chain doesn't run. */
export function chooseSolanaEndpoint(settings: Settings): SolanaEndpoint | null {
  const { embedded, cluster, rpcUrl, localChainUrl } = settings;
  if (rpcUrl === noEndpoint) return null;
  if (!rpcUrl && localChainUrl) {
    // The local chain serves both on one port, unlike Solana's own servers.
    const webSocketUrl = localChainUrl.replace(/^http/, 'ws');
    return { cluster: 'localnet', rpcUrl: localChainUrl, webSocketUrl, isLocalChain: true };
  }
  // A trial site asks no server that its team didn't name.
  if (!rpcUrl && !cluster && embedded) return null;
  const url = rpcUrl ?? publicEndpoints[cluster ?? 'mainnet'];
  return {
    cluster: cluster ?? 'mainnet',
    rpcUrl: url,
    webSocketUrl: deriveWebSocketUrl(url),
    isLocalChain: false,
  };
}

/** Solana's own convention, as in `@solana/web3.js`: a port that is named has the WebSocket on the next one. */
function deriveWebSocketUrl(rpcUrl: string): string {
  const url = new URL(rpcUrl);
  url.protocol = url.protocol.replace('http', 'ws');
  if (url.port) url.port = String(Number(url.port) + 1);
  return url.href;
}

/** Origins for a page's policy, since the rest of an address may hold a key. */
export function listEndpointOrigins(endpoint: SolanaEndpoint | null): string[] {
  return endpoint ? [new URL(endpoint.rpcUrl).origin, new URL(endpoint.webSocketUrl).origin] : [];
}
