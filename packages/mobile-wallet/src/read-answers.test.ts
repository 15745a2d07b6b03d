import { readAccounts, splitSignedPayload } from './read-answers.ts';

const message = new TextEncoder().encode('STATEMENT to be signed');

it.each([64, 63, 10, 0])("returns an app's signature unchanged (%d bytes)", (length) => {
  const { signedMessage, signature } = splitSignedPayload(new Uint8Array(length), message);
  expect(signedMessage).toEqual(length === 64 ? message : new Uint8Array());
  expect(signature).toHaveLength(length);
});

it.each([
  null,
  'nonsense',
  {},
  { accounts: 'none' },
  { accounts: [null, {}, { address: 7 }, { address: 'AAAA' }, { address: '§' }] },
])('finds no account in the invalid response %j', (answer) =>
  expect(readAccounts(answer, 'solana:mainnet')).toEqual([]),
);
