import 'server-only';
import { after } from 'next/server';
import type { Viewer } from '../auth/viewer.ts';
import { drainNotices } from '../mail/drain-notices.ts';
import { type Failure, fail } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { checkSignatureNatively } from './check-signature-natively.ts';
import { dropAppendedSignature } from './drop-appended-signature.ts';
import type { ProofMethod } from './statement.ts';
import { verifyProof } from './verify.ts';

export type ProofOutcome = 'proven' | 're-proven' | 'moved';
export type ProvenWallet = { proofId: string; walletId: string; outcome: ProofOutcome };

type Submission = {
  viewer: Viewer;
  challengeId: string;
  /** Base64. */
  signedBytes: string;
  /** Base64. */
  signature: string;
  device: string | null;
};

type Challenge = { method: ProofMethod; address: string; origin: string; message: string };
type Recorded = { proof_id: string; wallet_id: string; outcome: ProofOutcome };

/**
 * Takes a signature for a challenge. The challenge is used up first, whatever comes of the signature; then the
 * signature is checked against the stored bytes and address, and the proof is stored.
 *
 * After an answer that got lost, wherever that was, the very same submission goes on where it ended, and gets what was
 * answered when there is a proof already. Nothing else can be tried with a challenge that was used.
 */
export async function proveWallet(
  submission: Submission,
): Promise<{ ok: true; proven: ProvenWallet } | Failure> {
  const { viewer, challengeId, device } = submission;
  const bound = {
    p_challenge_id: challengeId,
    p_user_id: viewer.id,
    p_session_id: viewer.sessionId,
    p_signature: submission.signature,
  };
  const consumed = await callFunction<Challenge[]>('consume_challenge', {
    ...bound,
    p_signed_bytes: dropAppendedSignature(submission.signedBytes, submission.signature),
  });
  if (!consumed.ok) return consumed;
  const [challenge] = consumed.rows;
  if (!challenge) return fail('proof.challenge_gone');

  const check = verifyProof(
    {
      method: challenge.method,
      address: challenge.address,
      origin: challenge.origin,
      message: Buffer.from(challenge.message, 'base64'),
      signedBytes: Buffer.from(submission.signedBytes, 'base64'),
      signature: Buffer.from(submission.signature, 'base64'),
    },
    checkSignatureNatively,
  );
  if (!check.ok) {
    console.warn(`A proof by ${challenge.method} was refused: ${check.reason}`);
    return fail(
      check.reason === 'signed_bytes.different' && challenge.method === 'memo'
        ? 'proof.transaction_changed'
        : 'proof.refused',
    );
  }
  const recorded = await callFunction<Recorded[]>('record_proof', {
    ...bound,
    p_signed_bytes: Buffer.from(check.signedBytes).toString('base64'),
    p_device: device,
  });
  if (!recorded.ok) return recorded;
  const [proof] = recorded.rows;
  if (!proof) throw new Error('A recorded proof has no row');
  // After the answer: a slow mail server is nothing to wait for, or for a mover to learn from.
  after(drainNotices);
  return {
    ok: true,
    proven: { proofId: proof.proof_id, walletId: proof.wallet_id, outcome: proof.outcome },
  };
}
