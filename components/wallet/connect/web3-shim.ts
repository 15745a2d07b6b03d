import { base58 } from '@scure/base';

/** Replaces the heavy `@solana/web3.js` in browsers. Public keys work, transactions carry bytes, functions that need the chain throw. */
export class PublicKey {
  readonly #bytes: Uint8Array;

  /** Takes base58 text or 32 bytes. Throws for other lengths, unlike the original, which pads. */
  constructor(value: string | Uint8Array | readonly number[]) {
    const bytes = typeof value === 'string' ? base58.decode(value) : Uint8Array.from(value);
    if (bytes.length !== 32) throw new Error('A public key has 32 bytes.');
    this.#bytes = bytes;
  }

  equals(other: { toBase58(): string }): boolean {
    return this.toBase58() === other.toBase58();
  }

  toBytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  toBase58(): string {
    return base58.encode(this.#bytes);
  }

  toString(): string {
    return this.toBase58();
  }

  toJSON(): string {
    return this.toBase58();
  }
}

class TransactionBytes {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    if (!(bytes instanceof Uint8Array)) throw absent('Building a transaction');
    this.#bytes = Uint8Array.from(bytes);
  }

  serialize(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

export class Transaction extends TransactionBytes {
  static from(bytes: Uint8Array): Transaction {
    return new Transaction(bytes);
  }
}

export class VersionedTransaction extends TransactionBytes {
  readonly version = 0;

  static deserialize(bytes: Uint8Array): VersionedTransaction {
    return new VersionedTransaction(bytes);
  }
}

export const VersionedMessage = {
  /** The first byte without its highest bit, or `legacy` if that bit is 0. */
  deserializeMessageVersion(message: Uint8Array): 'legacy' | number {
    const first = message[0] ?? 0;
    return first < 0x80 ? 'legacy' : first - 0x80;
  },
};

export class Connection {
  constructor() {
    throw absent('A connection to the chain');
  }
}

export const SIGNATURE_LENGTH_IN_BYTES = 64;

function absent(what: string): Error {
  return new Error(`${what} needs the whole of @solana/web3.js, which this page does not load.`);
}
