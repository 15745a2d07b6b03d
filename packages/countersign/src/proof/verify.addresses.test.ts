import { base58 } from '@scure/base';
import { readAddress } from './verify.ts';

jest.mock('@scure/base', () => {
  const { base58 } = jest.requireActual<typeof import('@scure/base')>('@scure/base');
  return { base58: { ...base58, decode: jest.fn(base58.decode) } };
});
beforeEach(() => jest.mocked(base58.decode).mockClear());

/** Of 32, 43 and 44 characters. The first is a program's address, which isn't a point on the curve. */
const addresses = [
  '11111111111111111111111111111111',
  '2Ym1QpUZUJwzWCVGWZ1tjzKD6DZPMGg5WLgFPpqSf9hV',
  '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2',
];

test('an address is 32 bytes in base58, which are 32 to 44 characters', () => {
  for (const address of addresses)
    expect(readAddress(address)).not.toEqual({ ok: false, reason: 'address.wrong_length' });
  for (const address of ['1'.repeat(31), '1'.repeat(33), '1'.repeat(45), '2'.repeat(43)])
    expect(readAddress(address)).toEqual({ ok: false, reason: 'address.wrong_length' });
});

test('never decodes an overlong address, which would take quadratic time', () => {
  expect(readAddress('z'.repeat(45))).toEqual({ ok: false, reason: 'address.wrong_length' });
  expect(base58.decode).not.toHaveBeenCalled();
});

test.each(['', ' ', '0', 'O', 'I', 'l', ` ${addresses[2]}`, `${addresses[2]}\n`, `${addresses[2]} `, 'é'])(
  '%p is no base58',
  (address) => expect(readAddress(address)).toEqual({ ok: false, reason: 'address.not_base58' }),
);
