import type { ProofMethod } from 'countersign/proof/statement';
import type { ComponentType } from 'react';
import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import type { ErrorCode } from '@/lib/errors';
import type { OnlyWalletAccount } from '@/lib/only-wallet-account';

/** How signatures of different purposes differ. Each island imports only its page's purposes. */
export type SigningPurpose = {
  /** `sign-in-or-up` also creates an account for a wallet without one. */
  name: 'prove' | 'move' | 'move-and-delete' | 'sign-in' | 'sign-in-or-up' | 'confirm';
  heading: (wallet: string) => string;
  /** Shown before signing, if the dialog asks first. */
  introduction?: { statement: string; effect: string };
  /** Shown during the wallet's prompt: what happens now, and afterwards. */
  describe: (asked: { wallet: string; method: ProofMethod }) => string;
  warning?: string;
  /** Label of the button under a statement that waits for a press; `Prove it` by default. */
  press?: string;
  checking: string;
  back: string;
  /** Whether the same signature may be submitted again: the server stores it once and returns the stored result. */
  canResend: boolean;
  /** Actions for errors specific to this purpose: another page, another purpose, or null if nothing helps. */
  offers: Partial<Record<ErrorCode, PurposeOffer | null>>;
  /** The link after an error that a step-up resolves. Absent if the signature is the step-up. */
  StepUpLink?: ComponentType<StepUpLinkProps>;
  /** In place of the failure, where the wallet is all that opens another account. */
  OtherAccount?: ComponentType<OtherAccountProps>;
};

/** `goOn` starts again on this page. */
export type StepUpLinkProps = { wanted: WantedSignature; goOn: () => void };

export type OtherAccountProps = {
  account: OnlyWalletAccount;
  address: string;
  start: (purpose: SigningPurpose) => void;
  close: () => void;
};

/** The signature that a step-up interrupted. `address` is null for the selected account. */
export type WantedSignature = { name: SigningPurpose['name']; method: ProofMethod; address: string | null };

type PurposeOffer = { label: string; href: string } | { label: string; purpose: SigningPurpose };

/** What carries the text, if it isn't signed as it is. */
export const carriers: Partial<Record<ProofMethod, string>> = {
  sign_offchain_message: 'An off-chain message carries the text. It can never be a transaction. ',
  memo: 'This is the last way, for devices that sign only transactions: one contains the text. It can never execute, because it has no recent blockhash. ',
};

/** The demo wallet has no window, so the text must not promise one. */
export const signsWithoutAsking = `The ${demoWalletName} signs without asking. A real wallet shows you this text first.`;
