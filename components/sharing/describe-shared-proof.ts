import { shortenAddress } from '@/lib/shorten';

/** A proof's unchecked data. `name` is null if the proof has no name. */
export type SharedProof = { address: string; accountCode: string; name: string | null };

/** Alternative text of a proof's picture. Includes the ID, because owners choose their names. */
export function describeSharedProof(proof: SharedProof): string {
  return `Proof of the wallet ${shortenAddress(proof.address)} for ${nameSharer(proof)}`;
}

export function nameSharer({ name, accountCode }: Omit<SharedProof, 'address'>): string {
  return `${name ? `${name}, ` : ''}account ${accountCode}`;
}
