import { z } from 'zod';
import type { StandingProof } from './public-proof.ts';
import { readAddress } from './read-address.ts';
import { readMessageText } from './read-statement.ts';
import { proofMethods } from './statement.ts';

/** A time as the database writes it into JSON, as JavaScript does. */
export const StoredTime = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString());

/** A proof as the functions of the database write it into JSON. Bytes are base64. */
export const StoredProof = z.object({
  account_code: z.string(),
  method: z.enum(proofMethods),
  chain: z.string(),
  address: z.string(),
  origin: z.string(),
  message: z.string(),
  signed_bytes: z.string(),
  signature: z.string(),
  proven_at: StoredTime,
});
type StoredProof = z.infer<typeof StoredProof>;

/** What every JSON of a proof begins with. */
export const proofHead = { kind: 'countersign-proof', version: 1 } as const;

/** The whole of a proof, as outsiders check it. Throws when what is stored is not what a proof is. */
export function describeStoredProof(id: string, proof: StoredProof): StandingProof {
  return {
    ...proofHead,
    id,
    status: 'standing',
    accountCode: proof.account_code,
    method: proof.method,
    chain: proof.chain,
    address: proof.address,
    origin: proof.origin,
    statement: readSignedText(proof),
    message: proof.message,
    signedBytes: proof.signed_bytes,
    signature: proof.signature,
    provenAt: proof.proven_at,
    url: `${proof.origin}/proofs/${id}`,
  };
}

function readSignedText({ method, address, message }: StoredProof): string {
  const key = readAddress(address);
  const text = key.ok ? readMessageText(method, Buffer.from(message, 'base64'), key.publicKey) : null;
  if (text === null) throw new Error('A stored proof has no readable statement');
  return text;
}
