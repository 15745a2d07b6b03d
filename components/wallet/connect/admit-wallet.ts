import type { Wallet } from '@wallet-standard/base';
import { cleanWalletName } from './clean-wallet-name';

const standIns = new WeakSet<object>();
const withoutTransactions = new WeakSet<object>();

/** Wallet Standard features that sign transactions. Adapters ignore wallets with neither. */
const transactionFeatures = ['solana:signAndSendTransaction', 'solana:signTransaction'] as const;
const messageFeatures = ['solana:signIn', 'solana:signMessage', 'solana:signOffchainMessage'] as const;

/** Returns the wallet if adapters can read it, else a stand-in that fails to load. Never throws. */
export function admitWallet(wallet: Wallet): Wallet {
  try {
    checkWallet(wallet);
    return signsMessagesOnly(wallet) ? addRefusedTransactions(wallet) : wallet;
  } catch {
    // The broken wallet's error is never shown.
    const standIn = createStandIn(readName(wallet));
    standIns.add(standIn);
    return standIn;
  }
}

export function hasNoTransactions(wallet: object): boolean {
  return withoutTransactions.has(wallet);
}

function signsMessagesOnly({ features }: Wallet): boolean {
  return (
    messageFeatures.some((feature) => feature in features) &&
    !transactionFeatures.some((feature) => feature in features)
  );
}

/** Adds a transaction feature that always refuses and is never called, because adapters require one. */
function addRefusedTransactions(wallet: Wallet): Wallet {
  const shown: Wallet = {
    get version() {
      return wallet.version;
    },
    get name() {
      return wallet.name;
    },
    get icon() {
      return wallet.icon;
    },
    get chains() {
      return wallet.chains;
    },
    get accounts() {
      return wallet.accounts;
    },
    get features() {
      return { ...wallet.features, ...refusedTransactions };
    },
  };
  withoutTransactions.add(shown);
  return shown;
}

export function isStandIn(wallet: object): boolean {
  return standIns.has(wallet);
}

/** Throws where the Wallet Standard adapter would, on creation or on reading the list of wallets. */
function checkWallet({ name, features }: Wallet): void {
  if (typeof name !== 'string') throw new TypeError('The wallet has no name.');
  const way = transactionFeatures.find((each) => each in features);
  // Wallets of other chains register too. Adapters ignore them.
  if (!('standard:connect' in features) || !('standard:events' in features)) return;
  if (way) {
    const signing = features[way] as { supportedTransactionVersions: readonly unknown[] };
    new Set(signing.supportedTransactionVersions.values());
  } else if (!signsMessagesOnly({ features } as Wallet)) return;
  const events = features['standard:events'] as { on(event: 'change', listener: () => void): unknown };
  const off = events.on('change', () => undefined);
  if (typeof off === 'function') off();
}

function readName(wallet: Wallet): string {
  try {
    return cleanWalletName(wallet.name);
  } catch {
    return cleanWalletName(undefined);
  }
}

const refuse = async () => {
  throw { name: 'WalletLoadError' };
};

const refusedTransactions = {
  'solana:signTransaction': {
    version: '1.0.0',
    supportedTransactionVersions: ['legacy'],
    signTransaction: refuse,
  },
} as const;

function createStandIn(name: string): Wallet {
  return {
    version: '1.0.0',
    name,
    icon: '' as Wallet['icon'],
    chains: [],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect: refuse },
      'standard:events': { version: '1.0.0', on: () => () => undefined },
      ...refusedTransactions,
    },
  };
}
