/** The checks in display order, each with a sentence that is true if it passes. */
export const publicProofChecks = {
  signature: 'The key of this address signed the message.',
  statement: 'The signed message contains exactly this statement.',
  address: 'It names this address.',
  account: 'It names this account.',
  site: 'It names this site.',
  chain: 'It names this chain.',
  time: 'It was checked before the statement expired.',
  link: 'The link leads to this proof on this site.',
} as const;
export type PublicProofCheck = { name: keyof typeof publicProofChecks; passed: boolean };
