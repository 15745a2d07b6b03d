import { maskEmail } from './email-change-link';

it('an address is masked so that its owner recognises it and a stranger learns no name', () => {
  expect(['ada@example.com', 'a@example.com', '"a b"@example.com', ''].map(maskEmail)).toEqual([
    'a…@example.com',
    'a…@example.com',
    '"…@example.com',
    '',
  ]);
});
