import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { flushOutbox } from '../mail/flush-outbox.ts';
import { OnlyWalletAccount } from '../only-wallet-account.ts';
import { fail, type Result } from '../result.ts';
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
const Recorded = ProvenWallet.extend({ closedUserId: z.string().nullable() });

type Submission = SignedChallenge & { device: string | null };

/**
 * Uses up the challenge, verifies the signature, then stores the proof. Only the same submission may retry, and gets the same answer.
 * @returns `closedUserId` is the user whose account this deleted, for `finishPendingDeletion`. With `wallet.proven_elsewhere`,
 * the failure describes the other account if the wallet is its only sign-in method.
 */
export async function proveWallet(
  submission: Submission,
): Promise<Result<{ proven: ProvenWallet; closedUserId: string | null }>> {
  const checked = await checkSignedChallenge(submission);
  if (!checked.ok) return checked;
  const { viewer, device } = submission;
  // A wallet that moves here may be another account's last sign-in method besides passkeys.
  const passkeys = (await arePasskeysOffered()) ? {} : passkeysOff;
  const parameters = { ...checked.parameters, p_device: device };
  const recorded = await callAsViewer(viewer, 'record_proof', parameters, passkeys);
  if (!recorded.ok) {
    if (recorded.code !== 'wallet.proven_elsewhere') return recorded;
    const offered = await callAsViewer(viewer, 'offer_account_deletion', checked.parameters, passkeys);
    if (!offered.ok) return offered;
    const account = OnlyWalletAccount.nullable().parse(offered.rows);
    return fail(recorded.code, account ? { account } : {});
  }
  const { closedUserId, ...proven } = Recorded.parse(recorded.rows[0]);
  // After the answer, so that the user doesn't wait for a slow mail server, and learns nothing from its time.
  after(flushOutbox);
  return { ok: true, proven, closedUserId };
}
