import type { Scope } from '@/lib/apps/grants';
import { checkChoice, tickWallets } from './wallet-choice.ts';

const chain = 'solana:mainnet';
const startedAt = Date.parse('2026-11-22T12:00:00Z') / 1000;
const asked = { wanted: null, startedAt, now: startedAt + 60, picked: null, isTrusted: true };

const wallet = (id: string, more: object = {}) => ({
  id,
  address: `address of ${id}`,
  label: null,
  walletName: null,
  isPrimary: false,
  provenAt: '2026-11-01T12:00:00Z',
  namesAccount: true,
  isShared: false,
  ...more,
});
const ticked = (...parameters: Parameters<typeof tickWallets>) =>
  tickWallets(...parameters)
    .filter(({ isTicked }) => isTicked)
    .map(({ id }) => id);

it('ticks the only or primary wallet while the app sees none', () => {
  expect(ticked([wallet('only')], asked)).toEqual(['only']);
  expect(ticked([wallet('primary'), wallet('other')], asked)).toEqual(['primary']);
});

it('ticks nothing new for an app that already sees a wallet', () => {
  const wallets = [wallet('primary'), wallet('shared', { isShared: true })];
  expect(ticked(wallets, asked)).toEqual(['shared']);
});

it('ticks the wallet that was proven for this request, and not the primary', () => {
  const wallets = [wallet('primary'), wallet('fresh', { provenAt: '2026-11-22T12:00:30Z' })];
  expect(ticked(wallets, asked)).toEqual(['fresh']);
});

it('ticks the address that the app names', () => {
  const wanted = { want: { address: 'address of second' }, chain, maxAgeSeconds: null };
  expect(ticked([wallet('primary'), wallet('second')], { ...asked, wanted })).toEqual(['second']);
});

it('ticks no old proof for an app that asks for a fresh one', () => {
  const wanted = { want: 'any' as const, chain, maxAgeSeconds: 3600 };
  const fresh = wallet('fresh', { provenAt: '2026-11-22T11:30:00Z' });
  const wallets = tickWallets([wallet('primary'), fresh], { ...asked, wanted });
  expect(wallets.map(({ isTicked, answers }) => [isTicked, answers])).toEqual([
    [false, false],
    [true, true],
  ]);
});

it('accepts only a proof made since the request when the app asks for a new wallet', () => {
  const wanted = { want: 'new' as const, chain, maxAgeSeconds: null };
  expect(tickWallets([wallet('primary')], { ...asked, wanted })).toMatchObject([
    { isTicked: false, answers: false },
  ]);
});

it('keeps the ticks of a refused answer', () => {
  expect(ticked([wallet('primary'), wallet('second')], { ...asked, picked: ['second', 'gone'] })).toEqual([
    'second',
  ]);
  expect(ticked([wallet('primary')], { ...asked, picked: [] })).toEqual([]);
});

it('ticks nothing new for an unreviewed app, whatever it asks for', () => {
  const unreviewed = { ...asked, isTrusted: false };
  const wallets = [
    wallet('primary', { isPrimary: true }),
    wallet('fresh', { provenAt: '2026-11-22T12:00:30Z' }),
  ];
  const wants = [{ address: 'address of primary' }, 'any' as const, 'new' as const];
  expect(ticked(wallets, unreviewed)).toEqual([]);
  for (const want of wants)
    expect(ticked(wallets, { ...unreviewed, wanted: { want, chain, maxAgeSeconds: null } })).toEqual([]);
  // Without its tick, continuing would stop sharing the wallet.
  expect(ticked([...wallets, wallet('shared', { isShared: true })], unreviewed)).toEqual(['shared']);
});

const ids = Array.from({ length: 25 }, (_, number) => `wallet ${number}`);
const wallets = ids.map((id, number) => wallet(id, { isPrimary: number === 0 }));
const check = (chosen: string[], scopes: Scope[], sharedBefore: string[] = []) =>
  checkChoice(
    chosen,
    { wallets, grant: { id: 'grant', scopes: [], walletIds: sharedBefore, showsPage: false } },
    { scopes, wallet: null, startedAt },
    startedAt + 60,
  );

it('accepts up to twenty of many wallets, and refuses one more', () => {
  const twenty = ids.slice(0, 20);
  expect(check(twenty, ['openid', 'wallets'])).toEqual({ ok: true, walletIds: twenty });
  expect(check(ids.slice(0, 21), ['openid', 'wallets'])).toMatchObject({ code: 'app.too_many_wallets' });
});

it('refuses a wallet that was not offered, and any wallet for an app that asks for none', () => {
  expect(check(['of somebody else'], ['openid', 'wallets'])).toMatchObject({
    code: 'app.wallet_not_offered',
  });
  expect(check(['wallet 0'], ['openid', 'email'])).toMatchObject({ code: 'app.wallet_not_offered' });
  expect(check([], ['openid', 'email'])).toEqual({ ok: true, walletIds: null });
});

it('keeps sharing the wallets that the page does not list', () => {
  expect(check(['wallet 1'], ['openid', 'wallets'], ['wallet 0', 'of another chain'])).toEqual({
    ok: true,
    walletIds: ['wallet 1', 'of another chain'],
  });
});
