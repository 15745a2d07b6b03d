import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { flushOutbox } from '../mail/flush-outbox.ts';
import type { Result } from '../result.ts';
import { arePasskeysOffered, passkeysOff } from '../session/offered-passkeys.ts';
import { callAsViewer } from '../supabase/call-as-viewer.ts';
import { checkSignedChallenge, type SignedChallenge } from './check-signed-challenge.ts';

export type ProvenWallet = z.infer<typeof ProvenWallet>;
export type ProofOutcome = ProvenWallet['outcome'];
const ProvenWallet = z.object({
  proofId: z.string(),
  walletId: z.string(),
  outcome: z.enum(['proven', 're-proven', 'moved']),
});

type Submission = SignedChallenge & { device: string | null };

/**
 * Takes a signature for a challenge: uses up the challenge, then checks the signature against the stored bytes and
 * address, then stores the proof.
 * After a lost answer, the same submission continues where it ended and gets the same answer. No other may use the
 * challenge.
 */
export async function proveWallet(submission: Submission): Promise<Result<{ proven: ProvenWallet }>> {
  const checked = await checkSignedChallenge(submission);
  if (!checked.ok) return checked;
  const recorded = await callAsViewer(
    submission.viewer,
    'record_proof',
    { ...checked.parameters, p_device: submission.device },
    // Apart from passkeys, a wallet that moves here may be all that opens another account.
    (await arePasskeysOffered()) ? {} : passkeysOff,
  );
  if (!recorded.ok) return recorded;
  const proven = ProvenWallet.parse(recorded.rows[0]);
  // Runs after the answer, so that nobody waits for a slow mail server, and a mover learns nothing from its time.
  after(flushOutbox);
  return { ok: true, proven };
}
