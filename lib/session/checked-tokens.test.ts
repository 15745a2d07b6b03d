import { type Claims, linkCookie, recallToken, rememberToken } from './verify-access-token';

const keySet = { json: { keys: [] }, fetchedAt: 0 };
const claims: Claims = {
  sub: '00000000-0000-4000-8000-000000000000',
  session_id: '00000000-0000-4000-8000-000000000001',
  role: 'authenticated',
  aal: 'aal1',
  email: 'ada@example.com',
  amr: [],
  exp: Date.now() / 1000 + 3600,
};

describe('checked tokens', () => {
  it('are at most 10,000 with their cookies, and evict the least recently used', () => {
    for (let count = 0; count < 20_000; count++) rememberToken(`token-${count}`, claims, keySet);
    expect(recallToken('token-0', keySet)).toBe(claims);
    rememberToken('one-more', claims, keySet);
    expect(recallToken('token-1', keySet)).toBeNull();
    expect(recallToken('token-0', keySet)).toBe(claims);
    expect(recallToken('one-more', keySet)).toBe(claims);
  });

  it('are kept for less than a minute, and only until they expire', () => {
    jest.useFakeTimers({ now: 1_800_000_000_000 });
    rememberToken('long', { ...claims, exp: 1_800_003_600 }, keySet);
    rememberToken('short', { ...claims, exp: 1_800_000_030 }, keySet);
    const recalled = () => ['long', 'its cookie', 'short'].map((text) => recallToken(text, keySet) !== null);
    jest.advanceTimersByTime(29_999);
    // A cookie linked later expires with its token.
    linkCookie('its cookie', 'long');
    expect(recalled()).toEqual([true, true, true]);
    jest.advanceTimersByTime(1);
    expect(recalled()).toEqual([true, true, false]);
    jest.advanceTimersByTime(29_999);
    expect(recalled()).toEqual([true, true, false]);
    jest.advanceTimersByTime(1);
    expect(recalled()).toEqual([false, false, false]);
    jest.useRealTimers();
  });

  it('take no memory after their minute, though nobody asks for them again', () => {
    const kept = globalThis.countersign?.get('checked-tokens') as Map<string, unknown>;
    kept.clear();
    jest.useFakeTimers();
    rememberToken('a token before its refresh', claims, keySet);
    linkCookie('its cookie', 'a token before its refresh');
    jest.advanceTimersByTime(60_000);
    rememberToken('a token after it', claims, keySet);
    expect(kept.size).toBe(1);
    jest.useRealTimers();
  });

  it('are checked again with every new key set', () => {
    rememberToken('token', claims, keySet);
    linkCookie('cookie', 'token');
    for (const text of ['token', 'cookie']) expect(recallToken(text, { ...keySet })).toBeNull();
  });

  it('are stored by hashes only', () => {
    rememberToken('a-secret-token', claims, keySet);
    linkCookie('a-secret-cookie', 'a-secret-token');
    const kept = globalThis.countersign?.get('checked-tokens') as Map<string, unknown>;
    expect(JSON.stringify([...kept])).not.toContain('a-secret');
  });
});
