import type { StandingProof, WithheldProof } from 'countersign/proof/public-proof';
import { describeSharedProof, nameSharer } from '@/lib/proofs/describe-shared-proof';
import { nameAccount } from '@/lib/proofs/name-account';
import { shortenAddress } from '@/lib/shorten-address';

type Proof = StandingProof | WithheldProof;

/** What a link to a proof is called, like `Proof of 7xKX…gAsU for José`. */
export function titleProof(proof: Proof): string {
  const name = nameAccount(proof)?.shown;
  return `Proof of ${shortenAddress(proof.address)}${name ? ` for ${name}` : ''}`;
}

/** In the place of a picture of it: the wallet and whose it is. The name is its owner's choice, so the ID stands beside it. */
export function describeProof(proof: Proof): string {
  return describeSharedProof({ ...proof, name: nameAccount(proof)?.shown ?? null });
}

/** Like `José, account 7F3K-2Q9D`. */
export function whose(proof: Proof): string {
  return nameSharer({ ...proof, name: nameAccount(proof)?.shown ?? null });
}
