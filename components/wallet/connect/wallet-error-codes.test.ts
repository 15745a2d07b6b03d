import * as standardErrors from '@wallet-standard/errors';
import { connecting, signing } from '@/components/wallet/testing/ask-wallet';
import { address, makeStandardWallet, simulateBrowser } from '@/components/wallet/testing/standard-wallet';
import type { WalletErrorCode } from '@/lib/errors/wallet';

const refuse = (error: unknown) => () => Promise.reject(error);

beforeAll(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  simulateBrowser();
});
afterAll(() => jest.useRealTimers());

const codes: [number | string, WalletErrorCode][] = [
  [4001, 'wallet.cancelled'],
  ['4001', 'wallet.cancelled'],
  [-32002, 'wallet.request_open'],
  [4100, 'wallet.locked'],
  [4900, 'wallet.offline'],
  [4901, 'wallet.wrong_network'],
];

describe('a code', () => {
  it.each(codes)(
    '%s, bare, and nested up to three deep by the wallet and again by its adapter',
    async (code, expected) => {
      const nestings = [
        { code },
        { error: { code } },
        new Error('x', { cause: { code } }),
        { error: new Error('y', { cause: { error: { code } } }) },
      ];
      for (const thrown of nestings) {
        expect(await connecting(makeStandardWallet({ connect: refuse(thrown) }).adapter)).toBe(expected);
        const said = await signing(makeStandardWallet({ signMessage: refuse(thrown) }).adapter);
        expect(said).toBe(expected === 'wallet.cancelled' ? 'wallet.declined' : expected);
      }
    },
  );
});

/** Every Wallet Standard code, with the result for connecting and for signing. */
const standardCodes: Record<string, [WalletErrorCode, WalletErrorCode]> = {
  REGISTRY__WALLET_NOT_FOUND: ['wallet.not_found', 'wallet.not_found'],
  REGISTRY__WALLET_ACCOUNT_NOT_FOUND: ['wallet.no_account', 'wallet.no_account'],
  USER__REQUEST_REJECTED: ['wallet.cancelled', 'wallet.declined'],
  FEATURES__WALLET_ACCOUNT_CHAIN_UNSUPPORTED: ['wallet.wrong_network', 'wallet.wrong_network'],
  FEATURES__WALLET_ACCOUNT_FEATURE_UNIMPLEMENTED: ['wallet.connection_failed', 'wallet.cannot_sign'],
  FEATURES__WALLET_FEATURE_UNIMPLEMENTED: ['wallet.connection_failed', 'wallet.cannot_sign'],
};

describe('a Wallet Standard code', () => {
  const prefix = 'WALLET_STANDARD_ERROR__';
  const listed = Object.entries(standardErrors).filter(([name]) => name.startsWith(prefix));

  it('has a row for each code', () => {
    const names = listed.map(([name]) => name.slice(prefix.length));
    expect(Object.keys(standardCodes).sort()).toEqual(names.sort());
  });

  it.each(listed)('%s', async (name, code) => {
    const context = {
      walletName: 'W',
      address,
      chain: 'solana:mainnet',
      supportedChains: [],
      featureName: 'x',
    };
    const thrown = new standardErrors.WalletStandardError(
      code as standardErrors.WalletStandardErrorCode,
      { ...context, featureNames: [], supportedFeatures: [] } as never,
    );
    const [whenConnecting, whenSigning] = standardCodes[name.slice(prefix.length)] ?? [];
    expect(await connecting(makeStandardWallet({ connect: refuse(thrown) }).adapter)).toBe(whenConnecting);
    expect(await signing(makeStandardWallet({ signMessage: refuse(thrown) }).adapter)).toBe(whenSigning);
  });
});
