import { proofMethods } from 'countersign/proof/statement';
import { z } from 'zod';
import { Captcha, code, Next } from '../forms/auth-schemas.ts';
import { cleanIcon, largestIconInBytes } from './clean-icon.ts';

/** Controls and invisible or formatting characters, which make a name look like another. */
const deceptive = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/u;
/** Joins emoji into one picture, so it is allowed between them. */
const emojiJoiner =
  /(?<=(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\uFE0F?)\u200D(?=\p{Extended_Pictographic})/gu;

export function isPlainLabel(name: string): boolean {
  return !deceptive.test(name.replace(emojiJoiner, ''));
}

/** A wallet's name: up to 40 characters of any script. Empty removes it. */
export const Label = z
  .string()
  .trim()
  .refine((value) => [...value].length <= 40, code('wallet.label_invalid'))
  .refine(isPlainLabel, code('wallet.label_invalid'))
  .transform((value) => (value === '' ? null : value));

const WalletId = z.uuid(code('wallet.unknown'));
export const WalletReference = z.object({ walletId: WalletId });
export const LabelWallet = z.object({ walletId: WalletId, label: Label });
export const PublishWallet = z.discriminatedUnion('isPublic', [
  // The displayed proof: a newer one doesn't become public by mistake.
  z.object({ walletId: WalletId, isPublic: z.literal('true'), proofId: z.uuid(code('proof.replaced')) }),
  z.object({ walletId: WalletId, isPublic: z.literal('false') }),
]);

export const ListWallet = z.object({ walletId: WalletId, isListed: z.enum(['true', 'false']) });
export const ChangePage = z.object({
  change: z.enum(['link_changed', 'closed', 'github_shown', 'github_hidden']),
  /** GitHub's number of the account to show. */
  githubId: z.string().max(20).optional(),
});
export type PageChange = z.infer<typeof ChangePage>['change'];

export const ChallengeRequest = z.object({
  address: z.string().min(32, code('wallet.address_invalid')).max(44, code('wallet.address_invalid')),
  method: z.enum(proofMethods),
  purpose: z.enum(['prove', 'move', 'move-and-delete']),
});

/** The signing wallet's own name and icon. Invalid ones are dropped, because the proof doesn't depend on them. */
export type WalletAppearance = z.infer<typeof WalletAppearance>;
const WalletAppearance = z.object({
  name: Label.nullable().catch(null),
  icon: z
    .base64()
    .max(4 * Math.ceil(largestIconInBytes / 3))
    .transform((icon) => cleanIcon(Buffer.from(icon, 'base64')))
    .nullable()
    .catch(null),
});

/** 4 kB of signed bytes, far more than our statements and transactions have. Together well under 8 kB. */
export const ProofSubmission = z.object({
  challengeId: z.uuid(code('proof.challenge_gone')),
  signedBytes: z.base64(code('proof.refused')).max(5600, code('proof.refused')),
  signature: z.base64(code('proof.refused')).max(88, code('proof.refused')),
  appearance: WalletAppearance.optional().catch(undefined),
});

export const StepUpStatementRequest = ChallengeRequest.pick({ address: true, method: true });
export type StepUpStatementRequest = z.infer<typeof StepUpStatementRequest>;
/** Auth accepts no off-chain message of version 1. */
export const SignInStatementRequest = StepUpStatementRequest.extend({
  method: z.enum(proofMethods).exclude(['sign_offchain_message']),
});
export type SignInStatementRequest = z.infer<typeof SignInStatementRequest>;
export const WalletSignIn = ProofSubmission.extend({ next: Next, ...Captcha });
export type WalletSignIn = z.infer<typeof WalletSignIn>;
