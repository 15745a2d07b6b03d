import type { ProofMethod } from 'countersign/proof/statement';
import type { ComponentType } from 'react';
import type { ErrorCode } from '@/lib/errors';
import { demoWalletName } from '../demo/demo-wallet-name';

/** How signatures of different purposes differ. Each island carries the purposes of its page. */
export type SigningPurpose = {
  /** `sign-in-or-up` also gives an account to a wallet that is on none. */
  name: 'prove' | 'move' | 'sign-in' | 'sign-in-or-up' | 'confirm';
  heading: (wallet: string) => string;
  /** Said before anything is signed. Only where the dialog asks first. */
  introduction?: { statement: string; effect: string };
  /** Said while the wallet has the statement: what happens, and what comes after. */
  describe: (asked: { wallet: string; isMemo: boolean }) => string;
  warning?: string;
  checking: string;
  back: string;
  /** Whether the very same signature may be sent again: it is stored once, and answered with what was stored. */
  canResend: boolean;
  /** For failures that only this purpose has: another page, another purpose, or null if nothing helps. */
  offers: Partial<Record<ErrorCode, PurposeOffer | null>>;
  /** The way on after a failure that a step-up fixes. Not where the signature is one. */
  StepUpLink?: ComponentType<StepUpLinkProps>;
};

/** `goOn` begins again on this page. */
export type StepUpLinkProps = { wanted: WantedSignature; goOn: () => void };

/** The signature that step-up held up. `address` is null for whichever account is selected. */
export type WantedSignature = { name: SigningPurpose['name']; method: ProofMethod; address: string | null };

type PurposeOffer = { label: string; href: string } | { label: string; purpose: SigningPurpose };

export const inTransaction =
  'Some devices sign only transactions, so the text is in one. It can never land, because it names no block.';

/** The demo wallet has no window of its own, so the text must not promise one. */
export const signsWithoutAsking = `The ${demoWalletName} signs without asking. A real wallet shows you this text first.`;
