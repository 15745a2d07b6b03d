import { loadSigningKeys } from './auth/signing-keys.ts';
import type { Database } from './core/database.ts';
import { readRestClaims } from './rest-claims.ts';

const issuer = 'http://127.0.0.1/auth/v1';
/** Stores no keys. */
const database = { transact: async () => [] } as unknown as Database;

const now = Date.parse('2026-11-14T09:00:00Z');
beforeEach(() => void jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

async function read(times: { exp?: number; nbf?: number }) {
  const keys = await loadSigningKeys(database, issuer);
  const inSeconds = (offset: number) => now / 1000 + offset;
  const token = await keys.sign({
    role: 'authenticated',
    exp: inSeconds(times.exp ?? 60),
    ...(times.nbf !== undefined && { nbf: inSeconds(times.nbf) }),
  });
  const read = await readRestClaims(keys, token);
  return read instanceof Response ? [read.status, ((await read.json()) as { code: string }).code] : read.role;
}

test('accepts a token up to 30 seconds after its expiry and before its start, and no longer', async () => {
  expect(await read({ exp: -29 })).toBe('authenticated');
  expect(await read({ exp: -31 })).toEqual([401, 'PGRST303']);
  expect(await read({ nbf: 30 })).toBe('authenticated');
  expect(await read({ nbf: 31 })).toEqual([401, 'PGRST303']);
});
