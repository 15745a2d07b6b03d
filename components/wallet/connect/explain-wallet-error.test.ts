import {
  WalletConnectionError,
  WalletSignMessageError,
  WalletWindowBlockedError,
} from '@solana/wallet-adapter-base';
import { explainWalletError } from './explain-wallet-error';

// wallet-errors.test.ts and wallet-error-codes.test.ts test every error class and code through the adapters themselves.
describe('maps thrown values to codes', () => {
  it.each([
    ['ERROR_WALLET_NOT_FOUND', 'wallet.app_not_found'],
    ['ERROR_BROWSER_NOT_SUPPORTED', 'wallet.browser_unsupported'],
    ['ERROR_LOOPBACK_ACCESS_BLOCKED', 'wallet.loopback_blocked'],
    ['ERROR_ASSOCIATION_CANCELLED', 'wallet.cancelled'],
    ['ERROR_SESSION_TIMEOUT', 'wallet.session_timeout'],
    ['ERROR_SESSION_CLOSED', 'wallet.session_closed'],
    ['ERROR_SECURE_CONTEXT_REQUIRED', 'wallet.insecure_page'],
  ])('code %s, bare and nested in .error and .cause', (code, expected) => {
    expect(explainWalletError({ code })).toBe(expected);
    expect(explainWalletError(new WalletConnectionError('x', { code }))).toBe(expected);
    const deep = new WalletConnectionError(
      'x',
      new Error('y', { cause: new Error('z', { cause: { code } }) }),
    );
    expect(explainWalletError(deep)).toBe(expected);
  });

  it('prefers the innermost adapter error', () => {
    const nested = new WalletConnectionError('x', new WalletWindowBlockedError());
    expect(explainWalletError(nested)).toBe('wallet.window_blocked');
  });

  it('recognizes a refusal without a code', () => {
    const refused = new WalletConnectionError('x', new Error('User rejected the request.'));
    expect(explainWalletError(refused)).toBe('wallet.cancelled');
    expect(explainWalletError('Connection declined')).toBe('wallet.cancelled');
  });

  it('maps a refused signature to declined, not cancelled', () => {
    const refused = new WalletSignMessageError('x', new Error('User rejected the request.'));
    expect(explainWalletError(refused)).toBe('wallet.declined');
  });

  it.each([
    [undefined],
    [null],
    [0],
    [''],
    [{}],
    [[]],
    [Symbol('x')],
    [() => 1],
    [{ code: 'constructor' }],
    [{ name: '__proto__' }],
    [{ code: {}, message: 7 }],
    [{ message: 'x'.repeat(1_000_000) }],
  ])('maps invalid values to a failed connection', (thrown) => {
    expect(explainWalletError(thrown)).toBe('wallet.connection_failed');
  });

  it('handles errors that throw when read', () => {
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error('no');
        },
      },
    );
    expect(explainWalletError(hostile)).toBe('wallet.connection_failed');
  });

  it('handles errors that nest themselves', () => {
    const loop: { error?: unknown } = {};
    loop.error = loop;
    expect(explainWalletError(loop)).toBe('wallet.connection_failed');
  });
});
