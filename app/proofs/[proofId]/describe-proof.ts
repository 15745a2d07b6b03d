import type { StandingProof, WithheldProof } from 'countersign/proof/public-proof';
import { describeSharedProof, nameSharer } from '@/lib/proofs/describe-shared-proof';
import { nameAccount } from '@/lib/proofs/name-account';
import { shortenAddress } from '@/lib/shorten-address';

type Proof = StandingProof | WithheldProof;

export function titleProof(proof: Proof): string {
  const name = nameAccount(proof)?.shown;
  return `Proof of ${shortenAddress(proof.address)}${name ? ` for ${name}` : ''}`;
}

/** Alternative text of a proof's picture. Includes the ID because owners choose their names. */
export function describeProof(proof: Proof): string {
  return describeSharedProof({ ...proof, name: nameAccount(proof)?.shown ?? null });
}

export function nameOwner(proof: Proof): string {
  return nameSharer({ ...proof, name: nameAccount(proof)?.shown ?? null });
}
