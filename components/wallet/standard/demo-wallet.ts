import { base58 } from '@scure/base';
import type { SolanaSignInInput, SolanaSignOffchainMessageInput } from '@solana/wallet-standard-features';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { isEqualBytes } from 'countersign/proof/bytes';
import { writeOffchainMessage } from 'countersign/proof/off-chain-message';
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
        signedTransaction: await signTransactionBytes(transaction, readConnected().publicKey, sign),
      })),
    );

  const signOffchainMessage = (...inputs: readonly SolanaSignOffchainMessageInput[]) =>
    Promise.all(inputs.map((input) => signOffchain(input, readConnected().publicKey, sign)));

  const signIn = async (...inputs: readonly SolanaSignInInput[]) => {
    await connect();
    const account = describeAccount(readConnected().publicKey);
    return Promise.all(
      (inputs.length > 0 ? inputs : [{}]).map(async (input) => {
        const text = writeSignInText(input, input.domain ?? location.host, account.address);
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

/** Writes the text of Sign in with Solana. Throws a RangeError if a field contains a line break, which could fake later lines. */
export function writeSignInText(input: SolanaSignInInput, domain: string, address: string): string {
  const lines = [`${domain} wants you to sign in with your Solana account:`, address];
  if (input.statement) lines.push('', input.statement);

  const fields: [string, string | undefined][] = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ];
  const written = fields.filter(([, value]) => value).map(([label, value]) => `${label}: ${value}`);
  if (input.resources) written.push('Resources:', ...input.resources.map((resource) => `- ${resource}`));
  if (written.length > 0) lines.push('', ...written);

  if (lines.some((line) => /[\r\n]/.test(line))) throw new RangeError('A field holds a line break.');
  return lines.join('\n');
}

/** In bytes, for Ed25519. */
const signatureLength = 64;
const keyLength = 32;

/**
 * Signs a serialized transaction, legacy or version 0, for `publicKey` and returns a copy with that signature. Throws a RangeError for
 * other bytes, and for a transaction that doesn't require this key.
 * Layout: compact count of signatures, the signatures, the message. Message: a version byte 0x80 unless legacy, three header bytes of
 * which the first counts the signers, a compact count of keys, the keys, signers first.
 */
export async function signTransactionBytes(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const signatures = readCompactCount(transaction, 0);
  const messageStart = signatures.end + signatures.count * signatureLength;
  const message = transaction.slice(messageStart);
  const first = message[0];
  if (first === undefined) throw new RangeError('The transaction has no message.');

  const isVersioned = first >= 0x80;
  if (isVersioned && first !== 0x80) throw new RangeError('Only version 0 is known.');
  const headerStart = isVersioned ? 1 : 0;
  const signerCount = message[headerStart] ?? 0;
  const keys = readCompactCount(message, headerStart + 3);
  if (signatures.count !== signerCount || signerCount > keys.count)
    throw new RangeError('The signers do not add up.');

  const place = findKey(message, keys.end, signerCount, publicKey);
  if (place < 0) throw new RangeError('The transaction does not ask for this key.');
  const signed = Uint8Array.from(transaction);
  signed.set(await sign(message), signatures.end + place * signatureLength);
  return signed;
}

function findKey(message: Uint8Array, start: number, count: number, publicKey: Uint8Array): number {
  for (let place = 0; place < count; place += 1) {
    const key = message.subarray(start + place * keyLength, start + (place + 1) * keyLength);
    if (key.length === keyLength && key.every((byte, index) => byte === publicKey[index])) return place;
  }
  return -1;
}

/** Solana's compact-u16: seven bits per byte, lowest first, at most three bytes. */
function readCompactCount(bytes: Uint8Array, start: number): { count: number; end: number } {
  let count = 0;
  for (let index = 0; index < 3; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) break;
    count |= (byte & 0x7f) << (index * 7);
    if (byte < 0x80) return { count, end: start + index + 1 };
  }
  throw new RangeError('The transaction is cut off.');
}
