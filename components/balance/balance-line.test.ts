import { writeMoment, writeSol } from './balance-line';

test.each([
  [0n, 'en', '0'],
  [1n, 'en', '0.000000001'],
  [1_500_000_000n, 'en', '1.5'],
  [1_050_000_000n, 'de', '1,05'],
  [9_007_199_254_740_993n, 'en', '9,007,199.254740993'],
  [18_446_744_073_709_551_615n, 'en', '18,446,744,073.709551615'],
  [1_234_000_000_010n, 'de', '1.234,00000001'],
  [12_050_000_000n, 'ar-EG', '١٢٫٠٥'],
  [123_456_500_000_000n, 'en-IN', '1,23,456.5'],
])('writes %p lamports for %s as %s SOL', (lamports, locale, text) => {
  expect(writeSol(lamports, locale)).toBe(text);
});

test('writes the time, with the day unless it is today', () => {
  const at = new Date(2026, 10, 20, 12, 4).getTime();
  expect(writeMoment(at, at + 60_000, 'en-GB')).toBe('12:04');
  expect(writeMoment(at, at + 86_400_000, 'en-GB')).toBe('20 Nov, 12:04');
});
