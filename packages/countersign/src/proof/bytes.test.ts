import { isEqualBytes } from './bytes.ts';

test('bytes are equal if their lengths and values are', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(isEqualBytes(bytes, Uint8Array.of(1, 2, 3))).toBe(true);
  for (const others of [[], [1, 2], [1, 2, 3, 4], [1, 2, 4], [3, 2, 1], [0, 2, 3]]) {
    expect(isEqualBytes(bytes, Uint8Array.from(others))).toBe(false);
    expect(isEqualBytes(Uint8Array.from(others), bytes)).toBe(false);
  }
  expect(isEqualBytes(new Uint8Array(0), new Uint8Array(0))).toBe(true);
});
