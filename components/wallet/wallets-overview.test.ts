import { describeWalletCount } from './wallets-overview';

it.each([
  [0, 0, 'No wallet is proven yet.'],
  [0, 1, 'No wallet is proven yet.'],
  [1, 1, 'One wallet is proven to be yours.'],
  [1, 2, 'One of two wallets is proven to be yours.'],
  [2, 2, 'Two wallets are proven to be yours.'],
  [2, 3, 'Two of three wallets are proven to be yours.'],
  [12, 13, 'Twelve of 13 wallets are proven to be yours.'],
  [200, 200, '200 wallets are proven to be yours.'],
])('counts %i proven of %i in words', (proven, total, sentence) => {
  expect(describeWalletCount(proven, total)).toBe(sentence);
});
