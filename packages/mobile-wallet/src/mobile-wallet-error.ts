import type { SolanaMobileWalletAdapterErrorCode } from '@solana-mobile/mobile-wallet-adapter-protocol';

/** A session's failure, with the error codes of the protocol's package. Pages never show its message. */
export class MobileWalletError extends Error {
  override readonly name = 'MobileWalletError';
  readonly code: keyof typeof SolanaMobileWalletAdapterErrorCode;

  constructor(code: keyof typeof SolanaMobileWalletAdapterErrorCode) {
    super(code);
    this.code = code;
  }
}

/** Whether the error has one of these codes, thrown by this package or the protocol's. */
export function hasMobileCode(
  error: unknown,
  ...codes: (keyof typeof SolanaMobileWalletAdapterErrorCode)[]
): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}
