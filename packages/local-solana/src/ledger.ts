import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { base58 } from '@scure/base';
import type { VersionedTransaction } from '@solana/web3.js';
import { instructionError, RpcError, transactionError } from './rpc-error.ts';

export type Ledger = {
  /** Emits the address of each changed balance, and the signature of each processed transaction. */
  changes: EventEmitter;
  /** Increases by one per transaction. */
  slot(): number;
  readBalance(address: string): bigint;
  latestBlockhash(): string;
  /** The slot of a processed transaction; undefined once 10,000 later ones were processed. */
  findSlot(signature: string): number | undefined;
  /** Adds test SOL and returns the signature. Throws RpcError if the balance would exceed 2^64 - 1. */
  airdrop(address: string, lamports: bigint): string;
  /** Processes a transaction with verified signatures. Throws RpcError if refused, without changing a balance. */
  send(transaction: VersionedTransaction): string;
};

export const systemProgram = '11111111111111111111111111111111';
/** In slots, as on Solana. */
export const blockhashLifetime = 150;
const lamportsPerSignature = 5000;
const largestBalance = 2n ** 64n - 1n;
const rememberedTransactions = 10_000;
const transferInstruction = 2;

/** Balances of system accounts, in memory: each start begins a new chain. */
export function createLedger(): Ledger {
  const changes = new EventEmitter().setMaxListeners(0);
  const balances = new Map<string, bigint>();
  const processed = new Map<string, number>();
  const blockhashes = [randomBase58(32)];
  let slot = 1;

  const readBalance = (address: string) => balances.get(address) ?? 0n;
  const commit = (signature: string, changed: Map<string, bigint>) => {
    slot += 1;
    blockhashes.push(randomBase58(32));
    if (blockhashes.length > blockhashLifetime + 1) blockhashes.shift();
    for (const [address, lamports] of changed) balances.set(address, lamports);
    processed.set(signature, slot);
    const [oldest] = processed.keys();
    if (oldest && processed.size > rememberedTransactions) processed.delete(oldest);
    for (const key of [...changed.keys(), signature]) changes.emit(key);
    return signature;
  };

  return {
    changes,
    slot: () => slot,
    readBalance,
    latestBlockhash: () => blockhashes.at(-1) as string,
    findSlot: (signature) => processed.get(signature),
    airdrop: (address, lamports) => {
      const after = readBalance(address) + lamports;
      if (lamports < 1n || after > largestBalance)
        throw new RpcError('invalidParams', 'Invalid amount of lamports');
      return commit(randomBase58(64), new Map([[address, after]]));
    },
    send: ({ message, signatures }) => {
      const signature = base58.encode(signatures[0] as Uint8Array);
      if (!blockhashes.includes(message.recentBlockhash)) throw transactionError('BlockhashNotFound');
      if (processed.has(signature)) throw transactionError('AlreadyProcessed');
      return commit(signature, runTransfers(message, readBalance));
    },
  };
}

/** @returns the changed balances. Throws RpcError for a refused transfer, and for any other instruction. */
function runTransfers(message: VersionedTransaction['message'], readBalance: (address: string) => bigint) {
  if (message.addressTableLookups.length > 0) throw transactionError('AddressLookupTableNotFound');
  const addresses = message.staticAccountKeys.map(String);
  const after = new Map<string, bigint>();
  const add = (address: string, lamports: bigint) => {
    const balance = (after.get(address) ?? readBalance(address)) + lamports;
    after.set(address, balance);
    return balance;
  };

  const [payer] = addresses as [string];
  if (!readBalance(payer)) throw transactionError('AccountNotFound');
  const fee = lamportsPerSignature * message.header.numRequiredSignatures;
  if (add(payer, BigInt(-fee)) < 0n) throw transactionError('InsufficientFundsForFee');
  const instructions = message.compiledInstructions;
  if (instructions.some(({ programIdIndex }) => addresses[programIdIndex] !== systemProgram))
    throw transactionError('ProgramAccountNotFound');
  for (const [index, { accountKeyIndexes, data }] of instructions.entries()) {
    if (data.length < 12 || Buffer.from(data).readUInt32LE() !== transferInstruction)
      throw instructionError(index, 'InvalidInstructionData');
    const lamports = Buffer.from(data).readBigUInt64LE(4);
    const [fromIndex = -1, toIndex = -1] = accountKeyIndexes;
    const [from, to] = [addresses[fromIndex], addresses[toIndex]];
    if (!from || !to) throw instructionError(index, 'NotEnoughAccountKeys');
    if (!message.isAccountSigner(fromIndex)) throw instructionError(index, 'MissingRequiredSignature');
    if (!message.isAccountWritable(fromIndex) || !message.isAccountWritable(toIndex))
      throw instructionError(index, 'ReadonlyLamportChange');
    if (add(from, -lamports) < 0n) throw instructionError(index, 'InsufficientLamports');
    if (add(to, lamports) > largestBalance) throw instructionError(index, 'ArithmeticOverflow');
  }
  return after;
}

function randomBase58(bytes: number): string {
  return base58.encode(Uint8Array.from(randomBytes(bytes)));
}
