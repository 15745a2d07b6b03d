import { type Identity, isLastSignInMethod, type SignInMethods } from './sign-in-methods';

const identity = (kind: Identity['kind'], email = 'ada@example.test'): Identity => ({
  id: kind,
  kind,
  who: kind,
  email,
  isProvenWallet: false,
});
const account = (kinds: Identity[], walletsThatSignIn = 0, passkeys = 0): SignInMethods => ({
  email: 'ada@example.test',
  hasPassword: true,
  passwordChangedAt: null,
  emailChange: null,
  walletsThatSignIn,
  passkeys,
  identities: kinds,
});
const email = identity('email');
const github = identity('github');
const google = identity('google');
const wallet = identity('wallet', '');

test.each([
  ['the email of the account takes codes', account([email, github]), ['email', 'github'], false],
  ['another provider has the email of the account', account([google, github]), ['email', 'github'], false],
  ['another provider is on', account([google, github]), ['github', 'google'], false],
  ['a wallet began the account', account([wallet, github]), ['github'], false],
  ['a proven wallet signs in', account([email, github], 1), ['github'], false],
  ['a passkey signs in', account([email, github], 0, 1), ['github'], false],
  ['only an email is left, and email is off', account([email, github]), ['github'], true],
  ['only a provider is left that is off, as email is', account([google, github]), ['github'], true],
])('without GitHub, where %s', (_, signInMethods, enabled, expected) => {
  expect(isLastSignInMethod(signInMethods, 'github', enabled)).toBe(expected);
});

test.each([
  ['a code comes by email', { ...account([email]), hasPassword: false }, ['email'], false],
  ['a wallet began the account', { ...account([wallet]), email: '' }, [], false],
  ['another passkey is there', { ...account([email], 0, 1), email: '' }, [], false],
  ['email is off', account([email]), [], true],
  ['nothing else is there', { ...account([]), email: '' }, ['email'], true],
])('without a passkey, where %s', (_, signInMethods, enabled, expected) => {
  expect(isLastSignInMethod(signInMethods, null, enabled)).toBe(expected);
});
