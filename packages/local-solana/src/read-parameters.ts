import { base58 } from '@scure/base';
import { z } from 'zod';
import { RpcError } from './rpc-error.ts';

const bytesOf = (length: number, what: string) =>
  z.string().refine((text) => isBase58(text, length), { message: what });

function isBase58(text: string, length: number): boolean {
  // Longer ones take long to decode, and are none.
  if (text.length > 100) return false;
  try {
    return base58.decode(text).length === length;
  } catch {
    return false;
  }
}

export const Address = bytesOf(32, 'Invalid param: not an address');
export const Signature = bytesOf(64, 'Invalid param: not a signature');
/** A bigint where it is too large for a number. */
export const Lamports = z
  .union([z.int().nonnegative(), z.bigint().nonnegative()])
  .transform((value) => BigInt(value));

/**
 * Reads the parameters of a call by their places; more than asked for are ignored.
 * Throws RpcError with the first thing that is wrong.
 */
export function readParameters<Schema extends z.ZodType>(
  schema: Schema,
  parameters: unknown,
): z.output<Schema> {
  const read = schema.safeParse(parameters);
  if (read.success) return read.data;
  throw new RpcError('invalidParams', read.error.issues[0]?.message ?? 'Invalid params');
}
