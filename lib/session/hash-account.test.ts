import { hashAccount } from './hash-account';

test("an account has the same short tag in every process, which doesn't contain its id", () => {
  const id = '00000000-0000-4000-8000-000000000000';
  expect(hashAccount(id)).toBe('BcZQgsFBZaLB');
  expect(hashAccount('00000000-0000-4000-8000-000000000001')).not.toBe(hashAccount(id));
});
