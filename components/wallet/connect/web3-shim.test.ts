import * as original from '@solana/web3.js';
import * as ours from './web3-shim';

const addresses = [
  '11111111111111111111111111111111',
  '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
];

describe('the replacement for web3.js in browsers', () => {
  it.each(addresses)('reads and writes %s as the original does', (address) => {
    const theirs = new original.PublicKey(address);
    const key = new ours.PublicKey(address);
    expect(key.toBase58()).toBe(theirs.toBase58());
    expect(Array.from(key.toBytes())).toEqual(Array.from(theirs.toBytes()));
    expect(new ours.PublicKey(theirs.toBytes()).equals(theirs)).toBe(true);
    expect(JSON.stringify({ key })).toBe(JSON.stringify({ key: theirs }));
  });

  it.each(['', 'not base58: 0OIl', '7xKX', `${addresses[1]}1`, `1${addresses[1]}`])(
    'refuses %j',
    (address) => {
      expect(() => new ours.PublicKey(address)).toThrow();
    },
  );

  it("returns copies, so that callers can't change a key", () => {
    const key = new ours.PublicKey(addresses[1] ?? '');
    key.toBytes().fill(0);
    expect(key.toBase58()).toBe(addresses[1]);
  });

  it("carries a transaction's bytes unchanged", () => {
    const bytes = Uint8Array.from([1, 2, 3]);
    expect(ours.Transaction.from(bytes).serialize()).toEqual(bytes);
    expect(ours.VersionedTransaction.deserialize(bytes).serialize()).toEqual(bytes);
    expect('version' in ours.VersionedTransaction.deserialize(bytes)).toBe(true);
    expect('version' in ours.Transaction.from(bytes)).toBe(false);
  });

  it.each([[[1, 0, 0]], [[0x80, 1, 0]], [[0x81, 1]], [[0x7f]]])('reads the version of %j', (bytes) => {
    const message = Uint8Array.from(bytes);
    const theirs = original.VersionedMessage.deserializeMessageVersion(message);
    expect(ours.VersionedMessage.deserializeMessageVersion(message)).toBe(theirs);
  });

  it('throws an error that names the missing feature', () => {
    expect(() => new ours.Connection()).toThrow(/@solana\/web3\.js/);
  });

  it('has the constants of the original', () => {
    expect(ours.SIGNATURE_LENGTH_IN_BYTES).toBe(original.SIGNATURE_LENGTH_IN_BYTES);
  });
});
