import { shortenAddress } from '../shorten-address.ts';

/** The words of a proof before anyone checks it. `name` is null if the account has none on it. */
export type SharedProof = { address: string; accountCode: string; name: string | null };

/** Alternative text of a proof's picture. The ID is there because owners choose their names. */
export function describeSharedProof(proof: SharedProof): string {
  return `Proof of the wallet ${shortenAddress(proof.address)} for ${nameSharer(proof)}`;
}

export function nameSharer({ name, accountCode }: Omit<SharedProof, 'address'>): string {
  return `${name ? `${name}, ` : ''}account ${accountCode}`;
}
