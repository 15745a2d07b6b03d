import { findAddress } from './find-address';

const listed = [
  '3ubhDqzTnSoVRsnHnDGVnXgVxoSpTPVe4rLmmRUJubmr',
  'AzCpTnSoVRsnHnDGVnXgVxoSpTPVe4rLmmRUJDqz4Bf6',
];
const [own = ''] = listed;

it.each([
  ['', 'empty'],
  ['  ', 'empty'],
  [own, 'listed'],
  [`\n ${own}\t`, 'listed'],
  ['bea.sol', 'malformed'],
  [`${own}${own}`, 'malformed'],
  [own.replace('D', '0'), 'malformed'],
  ['8Q9YTnSoVRsnHnDGVnXgVxoSpTPVe4rLmmRUJDqzcz3L', 'unlisted'],
])('answers %j with %s', (typed, answer) => {
  expect(findAddress(typed, listed)).toEqual({ answer });
});

it.each([
  ['another middle', `${own.slice(0, 4)}${'1'.repeat(36)}${own.slice(-4)}`],
  ['another case at the ends', `3UBH${own.slice(4)}`],
  ['one other letter', own.replace('V', 'W')],
])('names the listed address that a false one with %s imitates', (_, typed) => {
  expect(findAddress(typed, listed)).toEqual({ answer: 'look-alike', address: own });
});
