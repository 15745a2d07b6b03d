import { base58 } from '@scure/base';
import { z } from 'zod';
import { blockhashLifetime, type Ledger, systemProgram } from './ledger.ts';
import { readTransaction } from './read-transaction.ts';
import { RpcError } from './rpc-error.ts';

/** Handles a call with unvalidated parameters; ignores unknown ones. Throws RpcError. */
export type RpcMethod = (parameters: unknown[]) => unknown;

const keyOf = (bytes: number, error: string) =>
  z
    .string()
    // 64 bytes are at most 88 characters. Decoding longer texts is slow.
    .regex(/^[1-9A-HJ-NP-Za-km-z]{1,88}$/, { error, abort: true })
    .refine((text) => base58.decode(text).length === bytes, error);
export const Address = keyOf(32, 'Invalid param: not an address');
export const Signature = keyOf(64, 'Invalid param: not a signature');
/** Solana's limits for one call. */
const [Addresses, Signatures] = [z.array(Address).max(100), z.array(Signature).max(256)];
const Lamports = z.union([z.int(), z.bigint()]).transform(BigInt);
const Encoded = z.string().max(4096);
const SendOptions = z.object({ encoding: z.enum(['base58', 'base64']).default('base58') });

/** The methods, with the names and shapes of Solana's RPC servers. */
export function createRpcMethods(ledger: Ledger): Record<string, RpcMethod> {
  const inContext = (value: unknown) => ({ context: { slot: ledger.slot() }, value });
  const readAccount = (address: string) => {
    const lamports = ledger.readBalance(address);
    // An account without lamports doesn't exist.
    return lamports === 0n ? null : describeAccount(lamports);
  };
  const readStatus = (signature: string) => {
    const slot = ledger.findSlot(signature);
    const done = { confirmations: null, err: null, status: { Ok: null }, confirmationStatus: 'finalized' };
    return slot === undefined ? null : { slot, ...done };
  };
  return {
    getHealth: () => 'ok',
    // Not the hash of any Solana cluster.
    getGenesisHash: () => base58.encode(new Uint8Array(32).fill(7)),
    getBlockHeight: () => ledger.slot(),
    getLatestBlockhash: () =>
      inContext({
        blockhash: ledger.latestBlockhash(),
        lastValidBlockHeight: ledger.slot() + blockhashLifetime,
      }),
    getBalance: ([address]) => inContext(ledger.readBalance(read(Address, address))),
    getAccountInfo: ([address]) => inContext(readAccount(read(Address, address))),
    getMultipleAccounts: ([addresses]) => inContext(read(Addresses, addresses).map(readAccount)),
    getSignatureStatuses: ([signatures]) => inContext(read(Signatures, signatures).map(readStatus)),
    requestAirdrop: ([address, lamports]) => ledger.airdrop(read(Address, address), read(Lamports, lamports)),
    sendTransaction: ([encoded, options = {}]) =>
      ledger.send(readTransaction(read(Encoded, encoded), read(SendOptions, options).encoding)),
  };
}

/** Validates a parameter. Throws RpcError. */
export function read<Schema extends z.ZodType>(schema: Schema, parameter: unknown): z.output<Schema> {
  const result = schema.safeParse(parameter);
  if (result.success) return result.data;
  throw new RpcError('invalidParams', result.error.issues[0]?.message ?? 'Invalid params');
}

export function describeAccount(lamports: bigint) {
  const nothing = { data: ['', 'base64'], executable: false, rentEpoch: 0, space: 0 };
  return { lamports, owner: systemProgram, ...nothing };
}
