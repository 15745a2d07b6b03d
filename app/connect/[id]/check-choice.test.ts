import type { Scope } from '@/lib/apps/scopes';
import { checkChoice } from './check-choice.ts';

const startedAt = Date.parse('2026-11-22T12:00:00Z') / 1000;
const ids = Array.from({ length: 25 }, (_, number) => `wallet ${number}`);
const wallets = ids.map((id, number) => ({
  id,
  address: `address of ${id}`,
  label: null,
  walletName: null,
  isPrimary: number === 0,
  provenAt: '2026-11-01T12:00:00Z',
  namesAccount: true,
  isShared: false,
}));
const check = (chosen: string[], scopes: Scope[], sharedBefore: string[] = []) =>
  checkChoice(
    chosen,
    { wallets, grant: { id: 'grant', scopes: [], walletIds: sharedBefore } },
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
