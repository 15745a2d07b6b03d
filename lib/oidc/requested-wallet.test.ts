import { isWalletShared, type RequestedWallet, readRequestedWallet } from './requested-wallet';

const chain = 'solana:mainnet';
jest.mock('../env', () => ({ environment: () => ({ chain: 'solana:mainnet' }) }));

const address = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
const scope = 'openid wallets';

describe("an app's request for a wallet", () => {
  it('is absent without `wallet`, and invalid with only its options', () => {
    expect(readRequestedWallet({ scope })).toEqual({ ok: true, wanted: null });
    const needsWallet = { ok: false, message: 'wallet_chain and wallet_max_age need wallet' };
    expect(readRequestedWallet({ scope, wallet_chain: chain })).toEqual(needsWallet);
    expect(readRequestedWallet({ scope, wallet_max_age: '60' })).toEqual(needsWallet);
  });

  it.each([
    ['any', 'any'],
    ['new', 'new'],
    [address, { address }],
  ])('is read: %s', (wallet, want) => {
    const wanted = { want, chain, maxAgeSeconds: null };
    expect(readRequestedWallet({ scope, wallet })).toEqual({ ok: true, wanted });
    for (const [age, maxAgeSeconds] of Object.entries({ '0': 0, '86400': 86_400, '999999999': 999_999_999 }))
      expect(readRequestedWallet({ scope, wallet, wallet_chain: chain, wallet_max_age: age })).toEqual({
        ok: true,
        wanted: { ...wanted, maxAgeSeconds },
      });
  });

  it.each([
    ['without the scope', { wallet: 'any', scope: 'openid' }, 'wallet needs the scope wallets'],
    ['with no scope', { wallet: 'any' }, 'wallet needs the scope wallets'],
    ['by a scope like it', { wallet: 'any', scope: 'wallets2' }, 'wallet needs the scope wallets'],
    [
      'of another chain',
      { wallet: 'any', scope, wallet_chain: 'solana:devnet' },
      `wallet_chain can only be ${chain}`,
    ],
    [
      'by an age that is none',
      { wallet: 'any', scope, wallet_max_age: '1.5' },
      'wallet_max_age must be whole seconds',
    ],
    ['by an empty age', { wallet: 'any', scope, wallet_max_age: '' }, 'wallet_max_age must be whole seconds'],
    [
      'by an age with more',
      { wallet: 'any', scope, wallet_max_age: '1a' },
      'wallet_max_age must be whole seconds',
    ],
    [
      'by an age before time',
      { wallet: 'any', scope, wallet_max_age: 'a1' },
      'wallet_max_age must be whole seconds',
    ],
    [
      'by an age beyond all',
      { wallet: 'any', scope, wallet_max_age: '1234567890' },
      'wallet_max_age must be whole seconds',
    ],
    ['by no address', { wallet: 'anything', scope }, 'wallet must be any, new, or an address'],
    ['by nothing', { wallet: '', scope }, 'wallet must be any, new, or an address'],
  ])('is refused %s', (_, parameters, message) => {
    expect(readRequestedWallet(parameters)).toEqual({ ok: false, message });
  });
});

describe('a shared wallet', () => {
  const provenAt = Date.parse('2026-11-22T18:00:00Z') / 1000;
  const shared = { address, chain, provenAt: '2026-11-22T18:00:00+00:00' };
  const wants = (changes: Partial<RequestedWallet>, now = provenAt, askedAt: number | null = null) =>
    isWalletShared({ want: 'any', chain, maxAgeSeconds: null, ...changes }, [shared], { now, askedAt });

  it('matches `any` on the requested chain', () => {
    expect(wants({})).toBe(true);
    expect(wants({ chain: 'solana:devnet' })).toBe(false);
    expect(isWalletShared({ want: 'any', chain, maxAgeSeconds: null }, [], { now: 0, askedAt: 0 })).toBe(
      false,
    );
  });

  it('matches up to the requested age, to the second', () => {
    expect(wants({ maxAgeSeconds: 60 }, provenAt + 60)).toBe(true);
    expect(wants({ maxAgeSeconds: 60 }, provenAt + 61)).toBe(false);
    expect(wants({ maxAgeSeconds: null }, provenAt + 1e9)).toBe(true);
    expect(wants({ want: { address }, maxAgeSeconds: 60 }, provenAt + 61)).toBe(false);
  });

  it('matches `new` if proven after the request, and not if that time is unknown', () => {
    expect(wants({ want: 'new' }, provenAt, provenAt - 1)).toBe(true);
    expect(wants({ want: 'new' }, provenAt, provenAt)).toBe(false);
    expect(wants({ want: 'new' }, provenAt, null)).toBe(false);
  });

  it('matches a named address', () => {
    expect(wants({ want: { address } })).toBe(true);
    expect(wants({ want: { address: address.toLowerCase() } })).toBe(false);
    const others = [{ ...shared, address: 'another' }, shared];
    expect(
      isWalletShared({ want: { address }, chain, maxAgeSeconds: null }, others, {
        now: provenAt,
        askedAt: null,
      }),
    ).toBe(true);
  });
});
