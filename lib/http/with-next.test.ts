import { longestNext, withNext, withoutResume } from './with-next';

test("keeps the user's page with its query", () => {
  expect(withNext('/sign-in', '/wallets?page=2')).toBe('/sign-in?next=%2Fwallets%3Fpage%3D2');
  expect(withNext('/sign-in?a=b', '/wallets')).toBe('/sign-in?a=b&next=%2Fwallets');
  expect(withNext('/sign-in', undefined)).toBe('/sign-in');
});

test('drops the query of a page whose URL is too long, and a page whose path is', () => {
  const longest = `/wallets?${'%'.repeat(longestNext - 9)}`;
  expect(decodeURIComponent(withNext('/sign-in', longest))).toBe(`/sign-in?next=${longest}`);
  for (const more of ['?', '#'])
    expect(withNext('/sign-in', `/wallets${more}${'%'.repeat(longestNext)}`)).toBe(
      '/sign-in?next=%2Fwallets',
    );
  expect(withNext('/sign-in', `/${'a'.repeat(longestNext)}`)).toBe('/sign-in');
});

it.each([
  ['/wallets?resume=1', '/wallets'],
  ['/wallets?q=a&resume=1&page=2#wallet-7', '/wallets?q=a&page=2#wallet-7'],
  ['/activity/not-me', '/activity/not-me'],
])('from %s a user returns to %s, which continues nothing', (path, back) =>
  expect(withoutResume(path)).toBe(back),
);
