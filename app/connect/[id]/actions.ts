'use server';

import { revalidatePath } from 'next/cache';
import { readDevice } from '@/lib/device';
import { callable } from '@/lib/forms/action';
import { issueChallenge } from '@/lib/proofs/issue-challenge';
import { proveWallet } from '@/lib/proofs/prove-wallet';
import { actingViewer } from '@/lib/session/viewer';
import { ChallengeRequest, ProofSubmission } from '@/lib/wallets/schemas';
import { setAppearance } from '@/lib/wallets/set-appearance';

/** As on the page of wallets; what is proven here stands in this page's list. */
export const issueChallengeHere = callable(ChallengeRequest, async (request) => {
  const acting = await actingViewer();
  return acting.ok ? issueChallenge({ ...request, viewer: acting.viewer }) : acting;
});

export const proveWalletHere = callable(ProofSubmission, async ({ appearance, ...signed }) => {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const result = await proveWallet({ ...signed, viewer: acting.viewer, device: await readDevice() });
  if (!result.ok) return result;
  await setAppearance(acting.viewer, result.proven.walletId, appearance);
  revalidatePath('/connect/[id]', 'page');
  return result;
});
