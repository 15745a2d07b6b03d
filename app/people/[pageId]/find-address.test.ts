import { findAddress } from './find-address';

const listed = [
  '3ubhDqzTnSoVRsnHnDGVnXgVxoSpTPVe4rLmmRUJubmr',
  'AzCpTnSoVRsnHnDGVnXgVxoSpTPVe4rLmmRUJDqz4Bf6',
];
const [own = '', later = ''] = listed;
const other = '8Q9YTnSoVRsnHnDGVnXgVxoSpTPVe4rLmmRUJDqzcz3L';
const alike = `${own.slice(0, 4)}${'1'.repeat(36)}${own.slice(-4)}`;
const passed = { status: 'passed' as const, checked: [own] };

it.each([
  ['', /^$/],
  ['  ', /^$/],
  [own, /^Yes\. /],
  [`\n ${own}\t`, /^Yes\. /],
  [later, /^This page lists it, but its proof can be checked only in a few minutes/],
  ['bea.sol', /isn't a Solana address/],
  [`${own}${own}`, /isn't a Solana address/],
  [own.replace('D', '0'), /isn't a Solana address/],
  [other, /^No\. This page doesn't list it/],
])('answers %j with %s', (typed, answer) => {
  const { isYes, says } = findAddress(typed, listed, passed);
  expect([says, isYes]).toEqual([expect.stringMatching(answer), typed.trim() === own]);
});

it.each([
  ['another middle', alike],
  ['another case at the ends', `3UBH${own.slice(4)}`],
  ['one other letter', own.replace('V', 'W')],
])('names the listed address that a false one with %s imitates', (_, typed) => {
  expect(findAddress(typed, listed, passed).says).toMatch(/^No\. It only looks like 3ubh…ubmr/);
});

it.each([
  ['checking', /^Checking/],
  ['not-checked', /^Not checked yet/],
  ['impossible', /couldn't be checked/],
  ['failed', /a proof on it failed the check/],
  ['gone', /the page changed/],
] as const)('answers neither yes nor no about any address while the check is %s', (status, why) => {
  for (const typed of [own, later, other, alike])
    expect(findAddress(typed, listed, { status })).toEqual({
      ...{ isYes: false, says: expect.stringMatching(why) },
    });
});
