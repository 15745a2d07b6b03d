import 'server-only';
import { createPublicKey, verify } from 'node:crypto';
import { isEqualBytes } from 'countersign/proof/bytes';
import { type ProofMethod, proofMethods } from 'countersign/proof/statement';
import { type ProofRefusal, type SignatureCheck, verifyProof } from 'countersign/proof/verify';
import { z } from 'zod';
import { logWarning } from '../log/log.ts';
import { count } from '../metrics/count.ts';
import { fail, type Result } from '../result.ts';
import type { Viewer } from '../session/viewer.ts';
import { callAsViewer } from '../supabase/call-as-viewer.ts';

export type SignedChallenge = {
  viewer: Viewer;
  challengeId: string;
  /** Base64. */
  signedBytes: string;
  /** Base64. */
  signature: string;
};

type SignatureParameters = { p_challenge_id: string; p_signed_bytes: string; p_signature: string };

/**
 * Uses the challenge up, whatever the result; then verifies the signature against the stored bytes and address.
 * @returns the signature's parameters for the database; `proof.challenge_gone` if the challenge isn't this session's, was used with
 * another signature, or has expired; or the errors of `describeRefusal`.
 */
export async function checkSignedChallenge({
  viewer,
  challengeId,
  signedBytes,
  signature,
}: SignedChallenge): Promise<Result<{ parameters: SignatureParameters }>> {
  const bound = { p_challenge_id: challengeId, p_signature: signature };
  const consumed = await callAsViewer(viewer, 'consume_challenge', {
    ...bound,
    p_signed_bytes: dropAppendedSignature(signedBytes, signature),
  });
  if (!consumed.ok) return consumed;
  const [challenge] = consumed.rows;
  if (!challenge) {
    count('signatures', { purpose: 'account', method: 'unknown', outcome: 'challenge_gone' });
    return fail('proof.challenge_gone');
  }
  const method = z.enum(proofMethods).parse(challenge.method);

  const check = verifyProof(
    {
      // Never version 1, because Auth accepts no challenge as a sign-in.
      version: challenge.purpose === 'move-and-delete' ? 3 : 2,
      method,
      address: challenge.address,
      origin: challenge.origin,
      message: Buffer.from(challenge.message, 'base64'),
      signedBytes: Buffer.from(signedBytes, 'base64'),
      signature: Buffer.from(signature, 'base64'),
    },
    checkSignatureNatively,
  );
  count('signatures', { purpose: 'account', method, outcome: check.ok ? 'valid' : check.reason });
  if (check.ok) {
    const parameters = { ...bound, p_signed_bytes: Buffer.from(check.signedBytes).toString('base64') };
    return { ok: true, parameters };
  }
  logWarning('signature.refused', `A signature by ${method} was refused: ${check.reason}`);
  return fail(describeRefusal(check.reason, method));
}

export function describeRefusal(
  reason: ProofRefusal,
  method: ProofMethod,
): 'proof.refused' | 'proof.transaction_changed' | 'proof.statement_changed' {
  if (reason !== 'signed_bytes.different') return 'proof.refused';
  if (method === 'memo') return 'proof.transaction_changed';
  // The wallet writes these bytes itself, and some add lines.
  return method !== 'sign_message' ? 'proof.statement_changed' : 'proof.refused';
}

/** Drops the signature that the mobile adapter appends to the signed bytes. All values are base64. */
export function dropAppendedSignature(signedBytes: string, signature: string): string {
  const bytes = Buffer.from(signedBytes, 'base64');
  const appended = Buffer.from(signature, 'base64');
  const isAppended = bytes.length > 64 && bytes.subarray(-64).equals(appended);
  return isAppended ? bytes.subarray(0, -64).toString('base64') : signedBytes;
}

const neutralPoint = Uint8Array.of(1, ...new Uint8Array(31));

/**
 * The same result as checkSignature, but much faster and only on servers. OpenSSL's equation has no cofactor: with a key of
 * prime order, it holds only for points of prime order and for the neutral point, which not every version refuses.
 */
export const checkSignatureNatively: SignatureCheck = (signature, signedBytes, publicKey) => {
  if (isEqualBytes(signature.subarray(0, 32), neutralPoint)) return false;
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, signedBytes, key, signature);
};
