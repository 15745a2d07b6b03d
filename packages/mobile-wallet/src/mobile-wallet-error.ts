import type { SolanaMobileWalletAdapterErrorCode } from '@solana-mobile/mobile-wallet-adapter-protocol';

/**
 * A session's failure, by the codes of the protocol's package, so that callers need to know no others. Only `code`
 * counts; no page shows its words.
 */
export class MobileWalletError extends Error {
  override readonly name = 'MobileWalletError';
  readonly code: keyof typeof SolanaMobileWalletAdapterErrorCode;

  constructor(code: keyof typeof SolanaMobileWalletAdapterErrorCode) {
    super(code);
    this.code = code;
  }
}

/** Whether this is one of these codes, thrown by us or by the package. */
export function hasMobileCode(
  error: unknown,
  ...codes: (keyof typeof SolanaMobileWalletAdapterErrorCode)[]
): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}
