import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base';

type Feature = (...inputs: unknown[]) => unknown;
type Change = (changed: { accounts: unknown[] }) => void;

export type StandardWalletOptions = {
  accounts?: unknown[];
  connect?: Feature;
  disconnect?: Feature;
  signIn?: Feature;
  signMessage?: Feature;
};

/** A valid public key. */
export const address = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
export const account = {
  address,
  publicKey: new Uint8Array(32),
  chains: ['solana:mainnet'],
  features: ['solana:signMessage', 'solana:signTransaction'],
};

/** A Wallet Standard wallet in the library's adapter. Connects with `account` by default; `change` announces other accounts. */
export function makeStandardWallet(options: StandardWalletOptions = {}) {
  const listeners = new Set<Change>();
  let accounts: unknown[] = [];
  const change = (next: unknown[]) => {
    accounts = next;
    for (const listener of listeners) listener({ accounts });
  };
  const connect = async () => change(options.accounts ?? [account]);
  const wallet = {
    version: '1.0.0',
    name: 'Standard Wallet',
    icon: '',
    chains: ['solana:mainnet'],
    get accounts() {
      return accounts;
    },
    features: {
      'standard:connect': { version: '1.0.0', connect: options.connect ?? connect },
      'standard:disconnect': { version: '1.0.0', disconnect: options.disconnect ?? (async () => change([])) },
      'standard:events': {
        version: '1.0.0',
        on: (_event: 'change', listener: Change) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] },
      ...(options.signMessage && {
        'solana:signMessage': { version: '1.1.0', signMessage: options.signMessage },
      }),
      ...(options.signIn && { 'solana:signIn': { version: '1.0.0', signIn: options.signIn } }),
    },
  };
  type Wallet = ConstructorParameters<typeof StandardWalletAdapter>[0]['wallet'];
  return { adapter: new StandardWalletAdapter({ wallet: wallet as unknown as Wallet }), change };
}

/** Sets the globals by which adapters detect a browser. */
export function simulateBrowser(): void {
  Object.assign(globalThis, {
    window: Object.assign(new EventTarget(), {
      navigator: {},
      location: { href: 'https://countersign.example/' },
    }),
    document: { readyState: 'complete' },
  });
}
