const clusterParameters: Record<string, string> = {
  'solana:mainnet': '',
  'solana:devnet': '?cluster=devnet',
  'solana:testnet': '?cluster=testnet',
};

/** Solana Explorer's page about an address. Null for a chain that isn't public. */
export function explorerAddress(chain: string, address: string): string | null {
  const cluster = Object.hasOwn(clusterParameters, chain) ? clusterParameters[chain] : undefined;
  return cluster === undefined
    ? null
    : `https://explorer.solana.com/address/${encodeURIComponent(address)}${cluster}`;
}
