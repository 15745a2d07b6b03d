import {
  owner,
  signWithPoint,
  smallOrderPoint,
} from '../../packages/countersign/src/testing/signed-statements';
import { checkSignatureNatively } from './check-signature-natively';

jest.mock('node:crypto', () => {
  const crypto = jest.requireActual<typeof import('node:crypto')>('node:crypto');
  return { ...crypto, verify: jest.fn(() => true) };
});

const message = Uint8Array.of(1, 2, 3);

test('refuses a signature with the neutral point, even if OpenSSL accepts it', () => {
  const neutral = smallOrderPoint(0).toBytes();
  const signature = signWithPoint(neutral, 0n, message, owner.publicKey);
  expect(checkSignatureNatively(signature, message, owner.publicKey)).toBe(false);
  expect(checkSignatureNatively(owner.sign(message), message, owner.publicKey)).toBe(true);
});
