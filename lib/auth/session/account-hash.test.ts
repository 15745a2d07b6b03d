import { tagAccount } from './account-hash';

test('an account has one short tag, in every process, which is no part of its id', () => {
  const id = '00000000-0000-4000-8000-000000000000';
  expect(tagAccount(id)).toBe('BcZQgsFBZaLB');
  expect(tagAccount('00000000-0000-4000-8000-000000000001')).not.toBe(tagAccount(id));
});
