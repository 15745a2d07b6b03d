import { base64 } from '@scure/base';
import type { Adapter } from '@solana/wallet-adapter-base';
import type {
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignOffchainMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import { unwrapSigned } from 'countersign/proof/memo-transaction';
import type { PreparedStatement } from 'countersign/proof/statement';
import { explainSigningError } from '@/components/wallet/connect/explain-wallet-error';
import { readStandardWallet } from '@/components/wallet/connect/signing-methods';
import type { WalletErrorCode } from '@/lib/errors/wallet';
import type { IssuedStatement, SignedStatement } from './signing-flow';

/** As long as the server keeps a statement, because the user may have to find a hardware wallet first. */
export const signingTimeoutInSeconds = 5 * 60;

/** The server's limit. Far more than any statement with a wallet's additions. */
const longestSignedInBytes = 4096;

export type SigningAnswer =
  | { outcome: 'signed'; signed: SignedStatement }
  | { outcome: 'failed'; code: WalletErrorCode }
  | { outcome: 'abandoned' };

/** Never throws. Returns the wallet's bytes unchanged. `wallet.other_account`, also if the account changes while the wallet asks. */
export async function signStatement(
  adapter: Adapter,
  challenge: IssuedStatement,
  signal: AbortSignal,
): Promise<SigningAnswer> {
  const before = checkAccount(adapter, challenge.address);
  if (before) return { outcome: 'failed', code: before };
  const answer = await awaitAnswer(() => askWallet(adapter, challenge), {
    signal,
    timeoutInSeconds: signingTimeoutInSeconds,
  });
  if (answer.outcome === 'abandoned') return answer;
  if (answer.outcome === 'timed-out') return { outcome: 'failed', code: 'wallet.signing_timed_out' };
  if (answer.outcome === 'threw') return { outcome: 'failed', code: explainSigningError(answer.error) };
  const after = checkAccount(adapter, challenge.address);
  if (after) return { outcome: 'failed', code: after };
  return answer.value === 'other-account'
    ? { outcome: 'failed', code: 'wallet.other_account' }
    : { outcome: 'signed', signed: { challengeId: challenge.id, ...answer.value } };
}

function checkAccount(adapter: Adapter, address: string): WalletErrorCode | null {
  if (!adapter.publicKey) return 'wallet.disconnected';
  return adapter.publicKey.toBase58() === address ? null : 'wallet.other_account';
}

type Signed = { signedBytes: string; signature: string };

async function askWallet(adapter: Adapter, challenge: PreparedStatement): Promise<Signed | 'other-account'> {
  const wallet = readStandardWallet(adapter);
  const message = base64.decode(challenge.message);
  if (!wallet) {
    if (!('signMessage' in adapter)) throw cannotSign;
    return describeSigned(message, await adapter.signMessage(message));
  }
  const account = wallet.accounts.find(({ address }) => address === challenge.address);
  if (!account) return 'other-account';
  const features = wallet.features as Partial<
    SolanaSignInFeature &
      SolanaSignMessageFeature &
      SolanaSignOffchainMessageFeature &
      SolanaSignTransactionFeature
  >;
  if (challenge.method === 'sign_offchain_message') {
    const offchain = features['solana:signOffchainMessage'];
    if (!offchain) throw cannotSign;
    const [output] = await offchain.signOffchainMessage({
      ...{ account, messageVersion: 1, message: challenge.text, requiredSigners: [account.publicKey] },
    });
    return describeSigned(output?.signedOffchainMessage, output?.signature);
  }
  if (challenge.method === 'sign_in') return signIn(features['solana:signIn'], challenge);
  if (challenge.method === 'memo') return signMemo(features['solana:signTransaction'], challenge, account);
  const signer = features['solana:signMessage'];
  if (!signer) throw cannotSign;
  const [output] = await signer.signMessage({ account, message });
  return describeSigned(output?.signedMessage, output?.signature);
}

async function signIn(
  signer: SolanaSignInFeature['solana:signIn'] | undefined,
  { fields, address }: PreparedStatement,
): Promise<Signed | 'other-account'> {
  if (!signer) throw cannotSign;
  const [output] = await signer.signIn({ ...fields });
  // Some wallets let the user choose an account during sign-in. If the wallet names none, the signature decides.
  const chosen: unknown = output?.account?.address;
  if (typeof chosen === 'string' && chosen !== address) return 'other-account';
  return describeSigned(output?.signedMessage, output?.signature);
}

async function signMemo(
  signer: SolanaSignTransactionFeature['solana:signTransaction'] | undefined,
  challenge: PreparedStatement,
  account: WalletAccount,
): Promise<Signed> {
  if (!signer || !challenge.transaction) throw cannotSign;
  const chain = account.chains.find((each) => each === challenge.fields.chainId);
  const [output] = await signer.signTransaction({
    account,
    transaction: base64.decode(challenge.transaction),
    ...(chain && { chain }),
  });
  const signed = readBytes(output?.signedTransaction);
  // More signatures mean that the wallet changed the transaction. Sends all of it, and the server reports that.
  const { message, signature } = unwrapSigned(signed) ?? { message: signed, signature: signed.slice(0, 64) };
  return describeSigned(message, signature);
}

/** The code by which wallets report an unsupported method. */
const cannotSign = { code: 4200 };

function describeSigned(signedBytes: unknown, signature: unknown): Signed {
  return {
    signedBytes: base64.encode(readBytes(signedBytes)),
    signature: base64.encode(readBytes(signature)),
  };
}

/** Copies bytes from a wallet's answer. Throws a RangeError unless 1 to 4096 bytes. */
function readBytes(value: unknown): Uint8Array {
  const isBytes =
    ArrayBuffer.isView(value) && value.byteLength > 0 && value.byteLength <= longestSignedInBytes;
  if (!isBytes) throw new RangeError('The wallet gave no bytes.');
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice();
}

type Answer<Value> =
  | { outcome: 'answered'; value: Value }
  | { outcome: 'threw'; error: unknown }
  | { outcome: 'timed-out' }
  | { outcome: 'abandoned' };

/** Waits for an answer until `signal` aborts or the time is up. Never rejects; drops later answers. */
export function awaitAnswer<Value>(
  ask: () => Promise<Value>,
  { signal, timeoutInSeconds }: { signal: AbortSignal; timeoutInSeconds: number },
): Promise<Answer<Value>> {
  if (signal.aborted) return Promise.resolve({ outcome: 'abandoned' });
  return new Promise((resolve) => {
    const settle = (answer: Answer<Value>) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
      resolve(answer);
    };
    const abandon = () => settle({ outcome: 'abandoned' });
    const timer = setTimeout(() => settle({ outcome: 'timed-out' }), timeoutInSeconds * 1000);
    signal.addEventListener('abort', abandon);
    // Turns a synchronous throw into a rejection.
    Promise.resolve()
      .then(ask)
      .then(
        (value) => settle({ outcome: 'answered', value }),
        (error) => settle({ outcome: 'threw', error }),
      );
  });
}
