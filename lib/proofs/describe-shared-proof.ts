import { shortenAddress } from '../shorten-address.ts';

/** What a page says of a proof before anyone checks it. `name` is null if the account has none on it. */
export type SharedProof = { address: string; accountCode: string; name: string | null };

/** In the place of a picture of it: the wallet and whose it is. The name is its owner's choice, so the ID stands beside it. */
export function describeSharedProof(proof: SharedProof): string {
  return `Proof of the wallet ${shortenAddress(proof.address)} for ${nameSharer(proof)}`;
}

/** Like `José, account 7F3K-2Q9D`. */
export function nameSharer({ name, accountCode }: Omit<SharedProof, 'address'>): string {
  return `${name ? `${name}, ` : ''}account ${accountCode}`;
}
