import { base58 } from '@scure/base';
import { z } from 'zod';
import type { AccountState, Ledger } from './ledger.ts';
import { Address, Lamports, readParameters, Signature } from './read-parameters.ts';
import { readTransaction } from './read-transaction.ts';

/** Answers a call with parameters that nobody has checked yet. Throws RpcError. */
export type RpcMethod = (parameters: unknown) => unknown;

/** Solana's limit of accounts in one call. */
const accountsPerCall = 100;
const feeInLamports = 5000;

const Options = z.looseObject({ encoding: z.string().optional() }).nullish();
const OneAddress = z.tuple([Address, Options.optional()]).rest(z.unknown());
const ManyAddresses = z.tuple([z.array(Address).max(accountsPerCall), Options.optional()]).rest(z.unknown());
const Airdrop = z.tuple([Address, Lamports]).rest(z.unknown());
const Range = z.object({
  limit: z.int().min(1).max(1000).default(1000),
  before: Signature.optional(),
  until: Signature.optional(),
});
const Listing = z.tuple([Address, Range.nullish()]).rest(z.unknown());
const Statuses = z.tuple([z.array(Signature).max(256)]).rest(z.unknown());
const Transaction = z
  .tuple([
    z.string().max(4096),
    z.looseObject({ encoding: z.enum(['base58', 'base64']).default('base58') }).nullish(),
  ])
  .rest(z.unknown());
const DataLength = z.tuple([z.int().min(0).max(10_000_000)]).rest(z.unknown());

/** The methods, by the names and in the shapes of Solana's own servers. */
export function createRpcMethods(ledger: Ledger): Record<string, RpcMethod> {
  const inContext = (value: unknown) => ({ context: { slot: ledger.slot(), apiVersion: '2.0.0' }, value });
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '2.0.0', 'feature-set': 0 }),
    // No chain has this one: nothing can take it for a public cluster.
    getGenesisHash: () => base58.encode(new Uint8Array(32).fill(7)),
    getSlot: () => ledger.slot(),
    getBlockHeight: () => ledger.slot(),
    getBalance: (parameters) => {
      const [address] = readParameters(OneAddress, parameters);
      return inContext(ledger.readAccount(address)?.lamports ?? 0);
    },
    getAccountInfo: (parameters) => {
      const [address] = readParameters(OneAddress, parameters);
      return inContext(describeAccount(ledger.readAccount(address)));
    },
    getMultipleAccounts: (parameters) => {
      const [addresses] = readParameters(ManyAddresses, parameters);
      return inContext(addresses.map((address) => describeAccount(ledger.readAccount(address))));
    },
    getMinimumBalanceForRentExemption: (parameters) => {
      const [dataBytes] = readParameters(DataLength, parameters);
      return ledger.rentExemptLamports(dataBytes);
    },
    getFeeForMessage: () => inContext(feeInLamports),
    getLatestBlockhash: () =>
      inContext({ blockhash: ledger.latestBlockhash(), lastValidBlockHeight: ledger.slot() + 150 }),
    getSignatureStatuses: (parameters) => {
      const [signatures] = readParameters(Statuses, parameters);
      return inContext(
        signatures.map((signature) => {
          const done = ledger.history.find(signature);
          return done
            ? {
                slot: done.slot,
                confirmations: null,
                err: null,
                status: { Ok: null },
                confirmationStatus: 'finalized',
              }
            : null;
        }),
      );
    },
    getSignaturesForAddress: (parameters) => {
      const [address, range] = readParameters(Listing, parameters);
      return ledger.history.list(address, range ?? { limit: 1000 }).map(({ signature, slot, blockTime }) => ({
        ...{ signature, slot, blockTime, err: null, memo: null },
        confirmationStatus: 'finalized',
      }));
    },
    requestAirdrop: (parameters) => {
      const [address, lamports] = readParameters(Airdrop, parameters);
      return ledger.airdrop(address, lamports);
    },
    sendTransaction: (parameters) => {
      const [encoded, options] = readParameters(Transaction, parameters);
      const transaction = readTransaction(encoded, options?.encoding ?? 'base58');
      ledger.send(transaction);
      return transaction.signature;
    },
  };
}

/** Solana's form of an account; null if it doesn't exist. Data is always base64. */
export function describeAccount(account: AccountState | null) {
  if (!account) return null;
  return {
    lamports: account.lamports,
    owner: account.owner,
    data: [Buffer.from(account.data).toString('base64'), 'base64'],
    executable: account.isExecutable,
    rentEpoch: 0,
    space: account.data.length,
  };
}
