import { countInMemory } from './in-memory-limiter';

const start = Date.parse('2026-11-20T10:00:00Z');
const ofEveryone = { key_hash: 'everyone', attempts: 4, window_seconds: 60 };

test('a counter that counts later is checked and not counted', () => {
  const total = { ...ofEveryone, counted_later: true };
  for (let count = 0; count < 10; count++) expect(countInMemory([total], start).ok).toBe(true);
  for (let count = 0; count < 4; count++) countInMemory([ofEveryone], start);
  expect(countInMemory([total], start).ok).toBe(false);
});
