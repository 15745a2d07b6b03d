import type { Wallet } from '@wallet-standard/base';
import { cleanWalletName } from './clean-wallet-name';

const standIns = new WeakSet<object>();
const withoutTransactions = new WeakSet<object>();

/** The Wallet Standard's names of signing a transaction. The adapters pass over wallets with neither. */
const transactionFeatures = ['solana:signAndSendTransaction', 'solana:signTransaction'] as const;
const messageFeatures = ['solana:signIn', 'solana:signMessage'] as const;

/** The wallet itself if it can be read as adapters read it; else a stand-in that says it can't be loaded. Never throws. */
export function admitWallet(wallet: Wallet): Wallet {
  try {
    checkWallet(wallet);
    return signsMessagesOnly(wallet) ? addRefusedTransactions(wallet) : wallet;
  } catch {
    // The wallet is foreign code and broken. Its error is shown nowhere.
    const standIn = createStandIn(readName(wallet));
    standIns.add(standIn);
    return standIn;
  }
}

/** Whether the wallet itself can sign no transaction. */
export function hasNoTransactions(wallet: object): boolean {
  return withoutTransactions.has(wallet);
}

function signsMessagesOnly({ features }: Wallet): boolean {
  return (
    messageFeatures.some((feature) => feature in features) &&
    !transactionFeatures.some((feature) => feature in features)
  );
}

/** The wallet as the adapters take it: with a way to sign transactions, which refuses and is never asked. */
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

/** Throws where the adapter of the Wallet Standard would, at its making or whenever the wallets are looked through. */
function checkWallet({ name, features }: Wallet): void {
  if (typeof name !== 'string') throw new TypeError('The wallet has no name.');
  const way = transactionFeatures.find((each) => each in features);
  // Wallets of other chains register as well. The adapters pass them over.
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
    // Even its name throws.
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
