import { renderToStaticMarkup } from 'react-dom/server';
import { Claims, describeClaim } from './request-parts';

const account = { code: 'ABCD', displayName: null, email: null };
const nameId = (sector: string | null) => describeClaim('openid', { account, wallets: 'none', sector }).title;

it('promises separate IDs for an app that shares them with no other', () => {
  expect(nameId(null)).toBe('An ID that only this app has for you');
});

it('names the host whose apps share an ID', () => {
  expect(nameId('gate.example')).toBe('An ID that only apps of gate.example have for you');
});

it('lists the wallets and the page that the app keeps although it asks for less, and no wallets if it has none', () => {
  const asked = { scopes: ['openid' as const], missingScopes: [], wallets: 'kept' as const, sector: null };
  const list = (walletIds: string[]) => {
    const scopes = ['openid' as const, 'wallets' as const, 'proofs' as const];
    const grant = { id: '', scopes, walletIds, showsPage: walletIds.length > 0 };
    const html = renderToStaticMarkup(Claims({ account, grant, ...asked }));
    return [...html.matchAll(/<span class="\[overflow-wrap:anywhere\]">(.*?)<\/span>/g)].map(
      ([, title]) => title,
    );
  };
  const [id, wallets] = ['An ID that only this app has for you', 'The wallets it sees now'];
  expect(list(['a'])).toEqual([
    ...[id, wallets, 'The signed proof of each wallet it sees now', 'The link of your page'],
  ]);
  expect(list([])).toEqual([id]);
});

it('explains that the app will see a name once it is set', () => {
  const titleOf = (displayName: string | null) =>
    describeClaim('profile', { account: { ...account, displayName }, wallets: 'none', sector: null });
  expect(titleOf(null)).toEqual({ title: 'Your name, once you set one' });
  expect(titleOf('Ada')).toEqual({ title: 'Your name', detail: 'Ada' });
});
