import { readWalletView, writeWalletsPath } from './wallet-view';

it.each([
  [{}, { search: '', order: 'newest' }, '/wallets'],
  [{ q: '  savings ', sort: 'name' }, { search: 'savings', order: 'name' }, '/wallets?q=savings&sort=name'],
  [
    { q: 'a&b=%', sort: 'oldest-proof' },
    { search: 'a&b=%', order: 'oldest-proof' },
    '/wallets?q=a%26b%3D%25&sort=oldest-proof',
  ],
  [{ q: '🦊'.repeat(61), sort: 'drop table' }, { search: '🦊'.repeat(60), order: 'newest' }, null],
])('reads %j from the address, and writes it back', (typed, view, path) => {
  expect(readWalletView({ q: undefined, sort: undefined, ...typed })).toEqual(view);
  if (path)
    expect(writeWalletsPath(readWalletView({ q: undefined, sort: undefined, ...typed }), 1)).toBe(path);
});

it('keeps the search on later pages', () => {
  expect(writeWalletsPath({ search: 'x', order: 'newest' }, 3)).toBe('/wallets?q=x&page=3');
});
