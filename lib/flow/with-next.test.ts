import { longestNext, withNext } from './with-next';

test('leads back to where somebody was, with its query', () => {
  expect(withNext('/sign-in', '/wallets?page=2')).toBe('/sign-in?next=%2Fwallets%3Fpage%3D2');
  expect(withNext('/sign-in?a=b', '/wallets')).toBe('/sign-in?a=b&next=%2Fwallets');
  expect(withNext('/sign-in', undefined)).toBe('/sign-in');
});

test('of an address that is too long only the page is left, and of a page that is nothing', () => {
  const longest = `/wallets?${'%'.repeat(longestNext - 9)}`;
  expect(decodeURIComponent(withNext('/sign-in', longest))).toBe(`/sign-in?next=${longest}`);
  for (const more of ['?', '#'])
    expect(withNext('/sign-in', `/wallets${more}${'%'.repeat(longestNext)}`)).toBe(
      '/sign-in?next=%2Fwallets',
    );
  expect(withNext('/sign-in', `/${'a'.repeat(longestNext)}`)).toBe('/sign-in');
});
