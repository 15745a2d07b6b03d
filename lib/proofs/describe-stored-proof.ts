import 'server-only';
import { isNameOfStatement } from 'countersign/proof/display-name';
import type { StandingProof, WithheldProof } from 'countersign/proof/public-proof';
import { readMessageText, readStatement } from 'countersign/proof/read-statement';
import { type ProofMethod, versionOfText } from 'countersign/proof/statement';
import { readAddress } from 'countersign/proof/verify';
import { z } from 'zod';

/** A database timestamp, converted to JavaScript's format. */
export const StoredTime = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString());

const facts = {
  account_code: z.string(),
  /** The account's name when the proof was made; null without one, and for older proofs. */
  display_name: z.string().nullish(),
  /** A newer version's method is passed on if the message is its text: readers of that version know it, and others refuse it. */
  method: z.custom<ProofMethod>((value) => typeof value === 'string'),
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

/** A stored proof as JSON, bytes in base64. Omits the evidence while Auth would accept it as a sign-in. */
export const StoredProof = z.union([WithheldEvidence, StoredEvidence]);
export type StoredProof = z.infer<typeof StoredProof>;

const kind = 'countersign-proof';

/** The head of a proof's JSON without a statement. A proof has the version of its statement. */
export const proofHead = { kind, version: 1 } as const;

/**
 * Describes a proof, without its evidence while this server's or the database's clock withholds it. Throws on malformed rows, and
 * for a newer version's method whose message isn't plain text, because only that version knows when its evidence may be public.
 */
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
    // Omits a name that was changed while the statement waited to be signed: the user agreed to another one.
    ...(displayName && isNameOfStatement(displayName, signedName) && { displayName }),
    ...{ statement, message, signedBytes, signature },
  };
}

/** The clocks of this site, the database and Auth may differ by this much. */
const marginMilliseconds = 60_000;

/**
 * When the signed text may be published: until a text of version 1 has expired, Auth accepts it with its signature as a sign-in.
 * @returns null for a text that Auth never accepts. Throws if a text of version 1 has no expiry.
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
