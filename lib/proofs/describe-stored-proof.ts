import { isNameOfStatement } from 'countersign/proof/display-name';
import type { StandingProof, WithheldProof } from 'countersign/proof/public-proof';
import { readAddress } from 'countersign/proof/read-address';
import { readMessageText, readStatement } from 'countersign/proof/read-statement';
import { proofMethods, versionOfText } from 'countersign/proof/statement';
import { z } from 'zod';

/** A time as the database writes it into JSON, as JavaScript does. */
export const StoredTime = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString());

const facts = {
  account_code: z.string(),
  /** The account's name when the proof was made; null for none, and for proofs from before it was kept. */
  display_name: z.string().nullish(),
  method: z.enum(proofMethods),
  chain: z.string(),
  address: z.string(),
  origin: z.string(),
  proven_at: StoredTime,
};
const StoredEvidence = z.object({
  ...facts,
  message: z.string(),
  signed_bytes: z.string(),
  signature: z.string(),
});
const WithheldEvidence = z.object({ ...facts, evidence_at: StoredTime });

/** A stored proof as JSON, bytes in base64. While Auth would take what was signed as a sign-in, it is not there. */
export const StoredProof = z.union([WithheldEvidence, StoredEvidence]);
export type StoredProof = z.infer<typeof StoredProof>;

const kind = 'countersign-proof';

/** The head of a proof's JSON without a statement. Versions are those of statements. */
export const proofHead = { kind, version: 1 } as const;

/** All of a proof, or all but its evidence while either clock withholds that. Throws when what is stored is no proof. */
export function describeStoredProof(id: string, proof: StoredProof): StandingProof | WithheldProof {
  const about = {
    id,
    status: 'standing' as const,
    accountCode: proof.account_code,
    method: proof.method,
    chain: proof.chain,
    address: proof.address,
    origin: proof.origin,
    provenAt: proof.proven_at,
    url: `${proof.origin}/proofs/${id}`,
  };
  if (!('message' in proof)) return { ...proofHead, ...about, evidenceAt: proof.evidence_at };
  const statement = readSignedText(proof);
  const evidenceAt = findEvidenceTime(statement);
  if (evidenceAt && evidenceAt.getTime() > Date.now()) {
    return { ...proofHead, ...about, evidenceAt: evidenceAt.toISOString() };
  }
  const { message, signed_bytes: signedBytes, signature, display_name: displayName } = proof;
  const signedName = readStatement(proof.method, statement)?.displayName ?? null;
  return {
    ...{ kind, version: versionOfText(statement), ...about },
    // Renamed while the statement waited to be signed, it would be another name than the one that was agreed to.
    ...(displayName && isNameOfStatement(displayName, signedName) && { displayName }),
    ...{ statement, message, signedBytes, signature },
  };
}

/** The clocks of this site, of the database and of Auth may differ by this much. */
const marginMilliseconds = 60_000;

/**
 * When the signed text may be handed out: until a text of version 1 has expired, Auth accepts it with its signature as
 * a sign-in.
 * @returns null for a text that Auth never accepts. Throws when a text of version 1 names no time.
 */
function findEvidenceTime(text: string): Date | null {
  if (versionOfText(text) !== 1) return null;
  const expiresAt = Date.parse(/Expiration Time: (\S+)$/.exec(text)?.[1] ?? '');
  if (Number.isNaN(expiresAt)) throw new Error('A stored statement that signs in never expires');
  return new Date(expiresAt + marginMilliseconds);
}

function readSignedText({ method, address, message }: z.infer<typeof StoredEvidence>): string {
  const key = readAddress(address);
  const text = key.ok ? readMessageText(method, Buffer.from(message, 'base64'), key.publicKey) : null;
  if (text === null) throw new Error('A stored proof has no readable statement');
  return text;
}
