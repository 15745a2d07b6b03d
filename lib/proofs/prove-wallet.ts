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

/** Uses up the challenge, verifies the signature, then stores the proof. Only the same submission may retry, and gets the same answer. */
export async function proveWallet(submission: Submission): Promise<Result<{ proven: ProvenWallet }>> {
  const checked = await checkSignedChallenge(submission);
  if (!checked.ok) return checked;
  const recorded = await callAsViewer(
    submission.viewer,
    'record_proof',
    { ...checked.parameters, p_device: submission.device },
    // A wallet that moves here may be another account's last sign-in method besides passkeys.
    (await arePasskeysOffered()) ? {} : passkeysOff,
  );
  if (!recorded.ok) return recorded;
  const proven = ProvenWallet.parse(recorded.rows[0]);
  // After the answer, so that the user doesn't wait for a slow mail server, and learns nothing from its time.
  after(flushOutbox);
  return { ok: true, proven };
}
