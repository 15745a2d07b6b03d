import { makeNonce } from './security-headers';

test('every nonce is different and has 128 bits', () => {
  const nonces = Array.from({ length: 600 }, makeNonce);
  expect(new Set(nonces).size).toBe(600);
  for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
});
