import * as adapterErrors from '@solana/wallet-adapter-base';
import {
  type Adapter,
  WalletError,
  WalletKeypairError,
  WalletTimeoutError,
  WalletWindowBlockedError,
  WalletWindowClosedError,
} from '@solana/wallet-adapter-base';
import * as reactErrors from '@solana/wallet-adapter-react';
import {
  CoinbaseWalletAdapter,
  PhantomWalletAdapter,
  SolflareWalletAdapter,
} from '@solana/wallet-adapter-wallets';
import { type Connection, PublicKey, type Transaction } from '@solana/web3.js';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { connecting, signing } from '@/components/wallet/testing/ask-wallet';
import {
  account,
  address,
  makeStandardWallet,
  simulateBrowser,
} from '@/components/wallet/testing/standard-wallet';
import type { WalletErrorCode } from '@/lib/errors/wallet';
import { explainSigningError, explainWalletError } from './explain-wallet-error';

/** The SDK that Solflare's adapter loads: missing, or refusing its settings. */
let mockSdk: () => unknown;
jest.mock('@solflare-wallet/sdk', () => ({
  __esModule: true,
  get default() {
    return mockSdk();
  },
}));

const refuse = (error: unknown) => () => Promise.reject(error);
const words = new Error('RAW-WALLET-WORDS');

async function rejection(promise: Promise<unknown> | undefined): Promise<unknown> {
  return promise?.then(
    () => undefined,
    (error) => error,
  );
}

/** The error that an adapter emits during `act`. */
async function told(adapter: Adapter, act: () => unknown): Promise<unknown> {
  await adapter.connect();
  return new Promise((resolve) => {
    adapter.once('error', resolve);
    act();
  });
}

/** A legacy wallet, as its extension injects it. */
const injected = (signMessage: () => unknown) => ({
  ...{ isPhantom: true, on: () => undefined, off: () => undefined },
  ...{ connect: async () => undefined, publicKey: new PublicKey(address), signMessage },
});

/** Every error class: its code, and how to make the adapters throw it. */
const rows: Record<string, [WalletErrorCode, () => Promise<WalletErrorCode>]> = {
  // Install or choose a wallet
  WalletNotReadyError: ['wallet.not_ready', () => connecting(new PhantomWalletAdapter())],
  WalletNotSelectedError: [
    'wallet.not_found',
    async () => explainWalletError(await rejection(readProvider().connect())),
  ],
  // We couldn't load it
  WalletLoadError: [
    'wallet.load_failed',
    () => {
      mockSdk = () => {
        throw words;
      };
      return connecting(new SolflareWalletAdapter());
    },
  ],
  WalletConfigError: [
    'wallet.load_failed',
    () => {
      mockSdk = () =>
        class {
          constructor() {
            throw words;
          }
        };
      return connecting(new SolflareWalletAdapter());
    },
  ],
  // The connection
  WalletConnectionError: [
    'wallet.connection_failed',
    () => connecting(makeStandardWallet({ connect: refuse(words) }).adapter),
  ],
  WalletNotConnectedError: [
    'wallet.not_connected',
    async () => explainWalletError(await rejection(new PhantomWalletAdapter().signMessage(new Uint8Array()))),
  ],
  // Your wallet disconnected
  WalletDisconnectedError: [
    'wallet.disconnected',
    async () => {
      const { adapter, change } = makeStandardWallet();
      return explainWalletError(await told(adapter, () => change([])));
    },
  ],
  WalletDisconnectionError: [
    'wallet.disconnected',
    async () => {
      const { adapter } = makeStandardWallet({ disconnect: refuse(words) });
      return explainWalletError(await told(adapter, () => adapter.disconnect()));
    },
  ],
  // No usable account
  WalletAccountError: ['wallet.no_account', () => connecting(makeStandardWallet({ accounts: [] }).adapter)],
  WalletPublicKeyError: [
    'wallet.no_account',
    () => connecting(makeStandardWallet({ accounts: [{ ...account, address: '0OIl' }] }).adapter),
  ],
  WalletKeypairError: nested(WalletKeypairError, 'wallet.no_account'),
  // You declined
  WalletSignMessageError: [
    'wallet.declined',
    () => {
      Object.assign(window, { isPhantomInstalled: true, phantom: { solana: injected(refuse(words)) } });
      return signing(new PhantomWalletAdapter());
    },
  ],
  WalletSignTransactionError: [
    'wallet.declined',
    () => {
      Object.assign(window, {
        coinbaseSolana: { ...injected(refuse(words)), connect: async () => undefined },
      });
      return signing(new CoinbaseWalletAdapter());
    },
  ],
  WalletSignInError: [
    'wallet.declined',
    async () => {
      const { adapter } = makeStandardWallet({ signIn: refuse(words) });
      return explainSigningError(await rejection(adapter.signIn?.()));
    },
  ],
  // Wrong network
  WalletSendTransactionError: [
    'wallet.wrong_network',
    async () => {
      const { adapter } = makeStandardWallet();
      await adapter.connect();
      const endpoint = { rpcEndpoint: 'https://api.testnet.solana.com' } as Connection;
      return explainWalletError(await rejection(adapter.sendTransaction({} as Transaction, endpoint)));
    },
  ],
  // Try again; allow pop-ups; reopen
  WalletTimeoutError: nested(WalletTimeoutError, 'wallet.timed_out'),
  WalletWindowBlockedError: nested(WalletWindowBlockedError, 'wallet.window_blocked'),
  WalletWindowClosedError: nested(WalletWindowClosedError, 'wallet.window_closed'),
};

/** The adapters never throw these themselves. A wallet may, and its adapter then nests them in a failed connection. */
function nested(
  ErrorClass: new (message: string, error: unknown) => WalletError,
  code: WalletErrorCode,
): [WalletErrorCode, () => Promise<WalletErrorCode>] {
  const connect = refuse(new ErrorClass('RAW-WALLET-WORDS', words));
  return [code, () => connecting(makeStandardWallet({ connect }).adapter)];
}

function readProvider(): reactErrors.WalletContextState {
  let read: reactErrors.WalletContextState | undefined;
  const Reader = () => {
    read = reactErrors.useWallet();
    return null;
  };
  const onError = () => undefined;
  const props = { wallets: [], onError, children: createElement(Reader) };
  renderToStaticMarkup(createElement(reactErrors.WalletProvider, props));
  if (!read) throw new Error('The provider drew nothing.');
  return read;
}

beforeAll(() => {
  // The legacy adapters poll for their wallet every second, forever.
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  simulateBrowser();
});
afterAll(() => jest.useRealTimers());

describe('an error class of the adapters', () => {
  it('has a row for each class', () => {
    const classes = Object.entries({ ...adapterErrors, ...reactErrors }).filter(
      ([, each]) => typeof each === 'function' && each.prototype instanceof WalletError,
    );
    expect(Object.keys(rows).sort()).toEqual(classes.map(([name]) => name).sort());
  });

  it.each(Object.entries(rows))('%s', async (_name, [code, provoke]) => expect(await provoke()).toBe(code));
});
