import { explorerAddress } from './explorer-address';

it.each([
  ['solana:mainnet', 'https://explorer.solana.com/address/So11'],
  ['solana:devnet', 'https://explorer.solana.com/address/So11?cluster=devnet'],
  ['solana:testnet', 'https://explorer.solana.com/address/So11?cluster=testnet'],
  ['solana:localnet', null],
  ['constructor', null],
])('returns the page of %s in its own cluster, or null for a local chain', (chain, url) =>
  expect(explorerAddress(chain, 'So11')).toBe(url),
);
