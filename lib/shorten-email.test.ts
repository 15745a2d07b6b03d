import { shortenEmail } from './shorten-email';

test.each([
  ['ada@example.com', 'a••••@example.com'],
  ['a@example.com', 'a••••@example.com'],
  ['"a@b"@example.com', '"••••@example.com'],
  ['𝒜da@example.com', '𝒜••••@example.com'],
  ['@example.com', '••••'],
  ['ada', '••••'],
])('%s is shown as %s', (email, shown) => {
  expect(shortenEmail(email)).toBe(shown);
});
