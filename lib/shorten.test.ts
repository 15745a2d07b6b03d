import { shortenAddress, shortenEmail } from './shorten';

describe('a shortened address', () => {
  it('keeps four characters of each end', () => {
    expect(shortenAddress('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU')).toBe('7xKX…gAsU');
  });
  it('leaves short text unchanged', () => expect(shortenAddress('123456789')).toBe('123456789'));
});

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
