'use server';

import { revalidatePath } from 'next/cache';
import { after } from 'next/server';
import { finishPendingDeletion } from '@/lib/auth/account/pending-deletions';
import { readDevice } from '@/lib/device';
import { action, callable } from '@/lib/forms/action';
import { issueChallenge } from '@/lib/proofs/issue-challenge';
import { proveWallet } from '@/lib/proofs/prove-wallet';
import type { Result } from '@/lib/result';
import { actingViewer } from '@/lib/session/viewer';
import { findWallet } from '@/lib/wallets/list-wallets';
import {
  labelWallet,
  listWallet,
  makeWalletPrimary,
  publishWallet,
  removeWallet,
  setAppearance,
  unpublishWallet,
  type WalletChange,
} from '@/lib/wallets/manage-wallet';
import {
  ChallengeRequest,
  LabelWallet,
  ListWallet,
  ProofSubmission,
  PublishWallet,
  WalletReference,
} from '@/lib/wallets/wallet-schemas';

export const issueChallengeAction = callable(ChallengeRequest, async (request) => {
  const acting = await actingViewer();
  return acting.ok ? issueChallenge({ ...request, viewer: acting.viewer }) : acting;
});

export const proveWalletAction = callable(ProofSubmission, async ({ appearance, ...signed }) => {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const result = await proveWallet({ ...signed, viewer: acting.viewer, device: await readDevice() });
  if (!result.ok) return result;
  const { proven, closedUserId } = result;
  if (closedUserId) after(() => finishPendingDeletion(closedUserId));
  await setAppearance(acting.viewer, proven.walletId, appearance);
  revalidatePath('/wallets');
  // An app's request has the same button, and lists the new wallet.
  revalidatePath('/connect/[id]', 'page');
  return { ok: true, proven };
});

export const findWalletAction = callable(ChallengeRequest.pick({ address: true }), async ({ address }) => {
  const acting = await actingViewer();
  return acting.ok ? { ok: true, wallet: await findWallet(address) } : acting;
});

async function change(
  walletId: string,
  make: (change: WalletChange) => ReturnType<typeof removeWallet>,
): Promise<Result> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const result = await make({ viewer: acting.viewer, walletId, device: await readDevice() });
  if (result.ok) {
    revalidatePath('/wallets');
    revalidatePath('/account');
  }
  return result;
}

export const labelWalletAction = action(LabelWallet, ({ walletId, label }) =>
  change(walletId, (wallet) => labelWallet({ ...wallet, label })),
);
export const makeWalletPrimaryAction = action(WalletReference, ({ walletId }) =>
  change(walletId, makeWalletPrimary),
);
export const removeWalletAction = action(WalletReference, ({ walletId }) => change(walletId, removeWallet));
export const listWalletAction = action(ListWallet, ({ walletId, isListed }) =>
  change(walletId, (wallet) => listWallet({ ...wallet, isListed: isListed === 'true' })),
);
export const publishWalletAction = action(PublishWallet, (wanted) =>
  change(wanted.walletId, (wallet) =>
    wanted.isPublic === 'true'
      ? publishWallet({ ...wallet, proofId: wanted.proofId })
      : unpublishWallet(wallet),
  ),
);
