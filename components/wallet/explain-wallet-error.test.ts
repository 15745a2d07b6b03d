import * as adapterErrors from '@solana/wallet-adapter-base';
import {
  WalletAccountError,
  WalletConfigError,
  WalletConnectionError,
  WalletDisconnectedError,
  WalletLoadError,
  WalletNotConnectedError,
  WalletNotReadyError,
  WalletPublicKeyError,
  WalletSendTransactionError,
  WalletSignInError,
  WalletSignMessageError,
  WalletTimeoutError,
  WalletWindowBlockedError,
  WalletWindowClosedError,
} from '@solana/wallet-adapter-base';
import { WalletNotSelectedError } from '@solana/wallet-adapter-react';
import { errors } from '@/lib/errors';
import { explainWalletError } from './explain-wallet-error';

describe('explains what a wallet throws', () => {
  it.each([
    [new WalletNotReadyError(), 'wallet.not_ready'],
    [new WalletNotSelectedError(), 'wallet.not_found'],
    [new WalletLoadError(), 'wallet.load_failed'],
    [new WalletConfigError(), 'wallet.load_failed'],
    [new WalletConnectionError(), 'wallet.connection_failed'],
    [new WalletNotConnectedError(), 'wallet.not_connected'],
    [new WalletDisconnectedError(), 'wallet.disconnected'],
    [new WalletAccountError(), 'wallet.no_account'],
    [new WalletPublicKeyError(), 'wallet.no_account'],
    [new WalletSignMessageError(), 'wallet.declined'],
    [new WalletSignInError(), 'wallet.declined'],
    [new WalletSendTransactionError(), 'wallet.wrong_network'],
    [new WalletTimeoutError(), 'wallet.timed_out'],
    [new WalletWindowBlockedError(), 'wallet.window_blocked'],
    [new WalletWindowClosedError(), 'wallet.window_closed'],
  ])('%s', (thrown, code) => expect(explainWalletError(thrown)).toBe(code));

  it('knows every error class of the adapters', () => {
    const classes = Object.entries(adapterErrors).filter(([name]) => /^Wallet.+Error$/.test(name));
    expect(classes.length).toBeGreaterThan(15);
    for (const [name, ErrorClass] of classes) {
      const thrown = Reflect.construct(ErrorClass as new () => Error, []);
      const expected = name === 'WalletConnectionError' ? ['wallet.connection_failed'] : Object.keys(errors);
      expect(expected).toContain(explainWalletError(thrown));
      if (name !== 'WalletConnectionError')
        expect(explainWalletError(thrown)).not.toBe('wallet.connection_failed');
    }
  });

  it.each([
    [4001, 'wallet.cancelled'],
    [-32002, 'wallet.request_open'],
    [4100, 'wallet.locked'],
    [4900, 'wallet.offline'],
    ['4001', 'wallet.cancelled'],
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

  it('lets the innermost adapter error speak', () => {
    const nested = new WalletConnectionError('x', new WalletWindowBlockedError());
    expect(explainWalletError(nested)).toBe('wallet.window_blocked');
  });

  it('recognises a refusal that carries no code', () => {
    const refused = new WalletConnectionError('x', new Error('User rejected the request.'));
    expect(explainWalletError(refused)).toBe('wallet.cancelled');
    expect(explainWalletError('Connection declined')).toBe('wallet.cancelled');
  });

  it('calls a refused signature declined, not cancelled', () => {
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
  ])('calls nonsense a failed connection', (thrown) => {
    expect(explainWalletError(thrown)).toBe('wallet.connection_failed');
  });

  it('survives errors that throw when they are read', () => {
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

  it('survives errors that nest themselves', () => {
    const loop: { error?: unknown } = {};
    loop.error = loop;
    expect(explainWalletError(loop)).toBe('wallet.connection_failed');
  });
});
