import { hashClientSecret, makeClientSecret } from './client-secret';

test('a secret has 256 bits, is different each time, and needs no encoding', () => {
  const secrets = Array.from({ length: 50 }, () => makeClientSecret().secret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) {
    expect(secret).toMatch(/^cs_[0-9a-f]{64}$/);
    expect(encodeURIComponent(secret)).toBe(secret);
  }
});

test('stores only its hash', () => {
  const { secret, hash } = makeClientSecret();
  expect(hash).toBe(hashClientSecret(secret));
  expect(hash).toMatch(/^[\w-]{43}$/);
  expect(hashClientSecret('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
});
