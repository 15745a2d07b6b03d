import { base58 } from '@scure/base';
import type { SolanaSignOffchainMessageInput } from '@solana/wallet-standard-features';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { isEqualBytes, joinBytes } from 'countersign/proof/bytes';
import { readMemoMessage, unwrapSigned } from 'countersign/proof/memo-transaction';
import { writeOffchainMessage } from 'countersign/proof/off-chain-message';
import { type SignInFields, writeSignInText } from 'countersign/proof/statement';
import {
  type DemoWalletRecord,
  keepDemoWallet,
  readDemoWallet,
  readOrCreateDemoWallet,
} from './demo-wallet-key';
import { demoWalletName } from './demo-wallet-name';
import { registerWallet } from './site-wallets';

const chains = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const;
const signingFeatures = ['solana:signMessage', 'solana:signIn', 'solana:signTransaction'] as const;
/** In development, `localStorage.setItem('demo-wallet.offchain', '1')` has it sign off-chain messages too. */
const signsOffchain = () =>
  process.env.NODE_ENV !== 'production' && localStorage.getItem('demo-wallet.offchain') !== null;
const icon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIzMiIgaGVpZ2h0PSIzMiI+PHJlY3QgeD0iLjUiIHk9Ii41IiB3aWR0aD0iMzEiIGhlaWdodD0iMzEiIHJ4PSI3LjUiIGZpbGw9IiMxQjFEMjIiIHN0cm9rZT0iIzc1N0I3NiIvPjxwYXRoIGQ9Ik04IDIxLjVoMTZNOCAyNC41aDE2IiBzdHJva2U9IiNGQUY4RjMiIHN0cm9rZS13aWR0aD0iMS41Ii8+PHBhdGggZD0iTTkgMTdjMy0xIDUtOSA3LThzLTMgOC0xIDggMy00IDQtNCAwIDMgMS41MDAgMyAxLjUwMC0xIDIuNTAwLTEiIGZpbGw9Im5vbmUiIHN0cm9rZT0iI0ZBRjhGMyIgc3Ryb2tlLXdpZHRoPSIxLjUiIHN0cm9rZS1saW5lY2FwPSJyb3VuZCIvPjwvc3ZnPg==';

type ChangeListener = (properties: { accounts: readonly WalletAccount[] }) => void;

let isRegistered = false;

/** Registers the demo wallet, once. For the local backend only, because its key is for trying out. */
export function registerDemoWallet(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerWallet(createDemoWallet());
}

/** A Wallet Standard wallet with a real Ed25519 key, stored in this browser. It signs every request without asking. */
function createDemoWallet(): Wallet {
  const listeners = new Set<ChangeListener>();
  let record: DemoWalletRecord | null = null;
  let accounts: readonly WalletAccount[] = [];

  const setRecord = (next: DemoWalletRecord | null) => {
    record = next;
    accounts = next ? [describeAccount(next.publicKey)] : [];
    for (const listener of listeners) listener({ accounts });
  };

  const connect = async (input?: { silent?: boolean }) => {
    if (accounts.length > 0) return { accounts };
    if (input?.silent) {
      const kept = await readDemoWallet();
      if (kept?.isConnected) setRecord(kept);
      return { accounts };
    }
    const connected = { ...(await readOrCreateDemoWallet()), isConnected: true };
    await keepDemoWallet(connected);
    setRecord(connected);
    return { accounts };
  };

  const disconnect = async () => {
    const last = record;
    setRecord(null);
    if (last) await keepDemoWallet({ ...last, isConnected: false });
  };

  const readConnected = () => {
    if (!record) throw new Error('The Demo Wallet is not connected.');
    return record;
  };
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', readConnected().privateKey, Uint8Array.from(bytes)));

  const signMessage = (...inputs: readonly { message: Uint8Array }[]) =>
    Promise.all(
      inputs.map(async ({ message }) => ({ signedMessage: message, signature: await sign(message) })),
    );

  const signTransaction = (...inputs: readonly { transaction: Uint8Array }[]) =>
    Promise.all(
      inputs.map(async ({ transaction }) => ({
        signedTransaction: await signMemo(transaction, readConnected().publicKey, sign),
      })),
    );

  const signOffchainMessage = (...inputs: readonly SolanaSignOffchainMessageInput[]) =>
    Promise.all(inputs.map((input) => signOffchain(input, readConnected().publicKey, sign)));

  /** Takes all fields of a statement, of which other sites may leave some to the wallet. */
  const signIn = async (...inputs: readonly SignInFields[]) => {
    await connect();
    const account = describeAccount(readConnected().publicKey);
    return Promise.all(
      inputs.map(async (input) => {
        const text = writeSignInText({ ...input, address: account.address });
        const signedMessage = new TextEncoder().encode(text);
        return { account, signedMessage, signature: await sign(signedMessage) };
      }),
    );
  };

  const on = (_event: 'change', listener: ChangeListener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return {
    version: '1.0.0',
    name: demoWalletName,
    icon,
    chains,
    get accounts() {
      return accounts;
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': { version: '1.0.0', on },
      'solana:signMessage': { version: '1.1.0', signMessage },
      'solana:signIn': { version: '1.0.0', signIn },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction,
      },
      ...(signsOffchain() && {
        'solana:signOffchainMessage': {
          version: '1.0.0',
          supportedMessageVersions: [1],
          signOffchainMessage,
        },
      }),
    },
  };
}

function describeAccount(publicKey: Uint8Array): WalletAccount {
  const features = [...signingFeatures, ...(signsOffchain() ? ['solana:signOffchainMessage' as const] : [])];
  return { address: base58.encode(publicKey), publicKey, chains, features };
}

/** Signs an off-chain message of version 1. Throws a RangeError unless `publicKey` is its only signer. */
export async function signOffchain(
  { message, requiredSigners: [signer, ...others] }: SolanaSignOffchainMessageInput,
  publicKey: Uint8Array,
  sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>,
) {
  if (!signer || others.length > 0 || !isEqualBytes(Uint8Array.from(signer), publicKey))
    throw new RangeError('The Demo Wallet signs only for itself.');
  const signedOffchainMessage = Uint8Array.from(
    writeOffchainMessage(new TextEncoder().encode(message), publicKey),
  );
  return { signedOffchainMessage, signature: await sign(signedOffchainMessage) };
}

/** Signs a memo transaction of this site with this key, its only signer. Throws a RangeError for any other transaction. */
export async function signMemo(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const unsigned = unwrapSigned(transaction);
  if (!unsigned || !readMemoMessage(unsigned.message, publicKey))
    throw new RangeError('The Demo Wallet signs only transactions that carry a statement.');
  return joinBytes([1], await sign(Uint8Array.from(unsigned.message)), unsigned.message);
}
