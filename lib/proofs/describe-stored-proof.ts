import { z } from 'zod';
import type { StandingProof } from './public-proof.ts';
import { readAddress } from './read-address.ts';
import { readMessageText } from './read-statement.ts';
import { proofMethods, versionOfText } from './statement.ts';

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

const kind = 'countersign-proof';

/** What the JSON of a proof begins with that has no statement: the versions are those of statements. */
export const proofHead = { kind, version: 1 } as const;

/** The whole of a proof, as outsiders check it. Throws when what is stored is not what a proof is. */
export function describeStoredProof(id: string, proof: StoredProof): StandingProof {
  const statement = readSignedText(proof);
  return {
    kind,
    version: versionOfText(statement),
    id,
    status: 'standing',
    accountCode: proof.account_code,
    method: proof.method,
    chain: proof.chain,
    address: proof.address,
    origin: proof.origin,
    statement,
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
