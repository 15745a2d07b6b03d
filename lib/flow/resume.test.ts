import { withoutResume } from './resume';

it.each([
  ['/wallets?resume=1', '/wallets'],
  ['/wallets?q=a&resume=1&page=2#wallet-7', '/wallets?q=a&page=2#wallet-7'],
  ['/activity/not-me', '/activity/not-me'],
])('from %s a user returns to %s, which continues nothing', (path, back) =>
  expect(withoutResume(path)).toBe(back),
);
