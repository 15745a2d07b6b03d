import { z } from 'zod';

/** An account whose only sign-in method is a wallet. Returned only after that wallet has signed. */
export type OnlyWalletAccount = z.infer<typeof OnlyWalletAccount>;
export const OnlyWalletAccount = z.object({
  /** Like `7F3K-2Q9D`. */
  code: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  proofs: z.number(),
  publicProofs: z.number(),
  /** With access to it. */
  apps: z.number(),
  /** Whether the wallet would sign in to the account that it moves to, which takes a confirmed email. */
  signsInHere: z.boolean(),
});
