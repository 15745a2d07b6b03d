import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { describeFailure } from './describe-failure.ts';
import { createHistory, type History, type ProcessedTransaction } from './history.ts';
import type { loadVirtualMachine } from './load-virtual-machine.ts';
import type { SentTransaction } from './read-transaction.ts';
import { RpcError } from './rpc-error.ts';

type VirtualMachine = Awaited<ReturnType<typeof loadVirtualMachine>>;

export type AccountState = { lamports: bigint; owner: string; data: Uint8Array; isExecutable: boolean };

export type Ledger = {
  history: History;
  /** Counts up with every transaction: nothing else happens here. */
  slot(): number;
  readAccount(address: string): AccountState | null;
  latestBlockhash(): string;
  rentExemptLamports(dataBytes: number): bigint;
  /** Makes test money and returns the signature it is known by. Throws RpcError beyond 2^64. */
  airdrop(address: string, lamports: bigint): string;
  /** Runs a transaction. Throws RpcError when it is refused; nothing changed then. */
  send(transaction: SentTransaction): void;
};

/** A transaction may name any of this many blockhashes, as on Solana. */
const validBlockhashes = 150;
const largestBalance = 2n ** 64n - 1n;

/** Accounts and transactions, in memory: a new chain begins with every start. */
export function createLedger(
  machine: VirtualMachine,
  onProcessed: (done: ProcessedTransaction) => void,
): Ledger {
  const bank = new machine.LiteSvm();
  // The machine knows one blockhash only, so those still good are remembered here.
  bank.setBlockhashCheck(false);
  const blockhashes = new Set([bank.latestBlockhash()]);
  const history = createHistory();
  let slot = 1;

  const record = (signature: string, addresses: string[]) => {
    slot += 1;
    bank.expireBlockhash();
    blockhashes.add(bank.latestBlockhash());
    for (const oldest of blockhashes) {
      if (blockhashes.size <= validBlockhashes) break;
      blockhashes.delete(oldest);
    }
    const done = { signature, addresses, slot, blockTime: Math.floor(Date.now() / 1000) };
    history.add(done);
    onProcessed(done);
  };

  return {
    history,
    slot: () => slot,
    latestBlockhash: () => bank.latestBlockhash(),
    rentExemptLamports: (dataBytes) => bank.minimumBalanceForRentExemption(BigInt(dataBytes)),
    readAccount: (address) => {
      const account = bank.getAccount(base58.decode(address));
      // An account without lamports doesn't exist.
      if (!account || account.lamports() === 0n) return null;
      return {
        lamports: account.lamports(),
        owner: base58.encode(account.owner()),
        data: account.data(),
        isExecutable: account.executable(),
      };
    },
    airdrop: (address, lamports) => {
      const key = base58.decode(address);
      const before = bank.getAccount(key);
      const after = (before?.lamports() ?? 0n) + lamports;
      if (lamports < 1n || after > largestBalance)
        throw new RpcError('invalidParams', 'Invalid amount of lamports');
      const { Account } = machine;
      const data = before?.data() ?? new Uint8Array();
      const owner = before?.owner() ?? new Uint8Array(32);
      bank.setAccount(key, new Account(after, data, owner, before?.executable() ?? false, 0n));
      const signature = base58.encode(Uint8Array.from(randomBytes(64)));
      record(signature, [address]);
      return signature;
    },
    send: ({ bytes, signature, addresses, blockhash }) => {
      if (!blockhashes.has(blockhash)) throw refusedAs('BlockhashNotFound', []);
      const answer = bank.sendVersionedTransaction(bytes);
      if (answer instanceof machine.FailedTransactionMetadata) {
        const error = describeFailure(answer.toString());
        if (error === 'SignatureFailure') {
          throw new RpcError('signatureInvalid', 'Transaction signature verification failure');
        }
        throw refusedAs(error, answer.meta().logs());
      }
      record(signature, addresses);
    },
  };
}

/** Refused as Solana's servers refuse a transaction that failed when they tried it. */
function refusedAs(error: unknown, logs: string[]): RpcError {
  const words = typeof error === 'string' ? error : JSON.stringify(error);
  return new RpcError('preflightFailure', `Transaction simulation failed: ${words}`, { err: error, logs });
}
