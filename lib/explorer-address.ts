/** Solana Explorer's names for what is not the main chain. */
const clusterParameters: Record<string, string> = {
  'solana:mainnet': '',
  'solana:devnet': '?cluster=devnet',
  'solana:testnet': '?cluster=testnet',
};

/** Solana Explorer's page about an address, or null for a chain (like `solana:mainnet`) that nobody else can see. */
export function explorerAddress(chain: string, address: string): string | null {
  const cluster = Object.hasOwn(clusterParameters, chain) ? clusterParameters[chain] : undefined;
  return cluster === undefined
    ? null
    : `https://explorer.solana.com/address/${encodeURIComponent(address)}${cluster}`;
}
