import type { Wallet } from '@wallet-standard/base';
import { cleanWalletName } from './clean-wallet-name';

const standIns = new WeakSet<object>();

/**
 * The wallet itself when it lets itself be read as the adapters read it; else one that stands in for it, which has its
 * name, says that it can't be loaded when it is asked to connect, and does nothing else. Never throws.
 */
export function admitWallet(wallet: Wallet): Wallet {
  try {
    checkWallet(wallet);
    return wallet;
  } catch {
    // Foreign code that does not work. What it threw is its own affair, and shown nowhere.
    const standIn = createStandIn(readName(wallet));
    standIns.add(standIn);
    return standIn;
  }
}

/** Whether this stands in for a wallet that does not work. */
export function isStandIn(wallet: object): boolean {
  return standIns.has(wallet);
}

/** Throws where the adapter of the Wallet Standard would, at its making or whenever the wallets are looked through. */
function checkWallet({ name, features }: Wallet): void {
  if (typeof name !== 'string') throw new TypeError('The wallet has no name.');
  const way = (['solana:signAndSendTransaction', 'solana:signTransaction'] as const).find(
    (each) => each in features,
  );
  // Wallets of other chains register as well. The adapters pass them over.
  if (!way || !('standard:connect' in features) || !('standard:events' in features)) return;
  const signing = features[way] as { supportedTransactionVersions: readonly unknown[] };
  new Set(signing.supportedTransactionVersions.values());
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

function createStandIn(name: string): Wallet {
  const refuse = async () => {
    throw { name: 'WalletLoadError' };
  };
  return {
    version: '1.0.0',
    name,
    icon: '' as Wallet['icon'],
    chains: [],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect: refuse },
      'standard:events': { version: '1.0.0', on: () => () => undefined },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy'],
        signTransaction: refuse,
      },
    },
  };
}
