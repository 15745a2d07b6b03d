import { maskEmail } from './mail-link';

it('a masked address shows its first letter and domain only', () => {
  expect(['ada@example.com', 'a@example.com', '"a b"@example.com', ''].map(maskEmail)).toEqual([
    'a…@example.com',
    'a…@example.com',
    '"…@example.com',
    '',
  ]);
});
