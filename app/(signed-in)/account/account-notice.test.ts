import { emailWithout, type Identity } from '@/lib/auth/account/sign-in-methods';
import { describeSignInMethods } from './account-notice';

const identity = (kind: Identity['kind'], who: string, email = who): Identity => ({
  id: kind,
  kind,
  who,
  email,
  isProvenWallet: false,
});
const email = identity('email', 'ada@example.com');
const github = identity('github', 'ada', 'ada@work.example');
const wallet = identity('wallet', '7xKX', '');

it('names every sign-in method once', () => {
  const signInMethods = {
    email: 'ada@example.com',
    hasPassword: true,
    passwordChangedAt: null,
    emailChange: null,
    walletsThatSignIn: 0,
    passkeys: 0,
  };
  expect(describeSignInMethods({ ...signInMethods, identities: [email, github] })).toBe(
    'You can sign in with a code by email, your password and GitHub.',
  );
  expect(describeSignInMethods({ ...signInMethods, hasPassword: false, identities: [email] })).toBe(
    'You can sign in with a code by email.',
  );
});

it('mentions no code and no password for an account without an email', () => {
  const signInMethods = {
    email: '',
    hasPassword: true,
    passwordChangedAt: null,
    emailChange: null,
    walletsThatSignIn: 0,
    passkeys: 0,
  };
  expect(describeSignInMethods({ ...signInMethods, identities: [{ ...wallet, isProvenWallet: true }] })).toBe(
    'You can sign in with a Solana wallet.',
  );
});

it('names proven wallets once, including the one that Auth knows', () => {
  const signInMethods = {
    email: 'ada@example.com',
    hasPassword: false,
    passwordChangedAt: null,
    emailChange: null,
    walletsThatSignIn: 2,
    passkeys: 0,
  };
  expect(
    describeSignInMethods({ ...signInMethods, identities: [email, { ...wallet, isProvenWallet: true }] }),
  ).toBe('You can sign in with a code by email and a proven wallet.');
});

it('names passkeys once, whatever their number', () => {
  const signInMethods = {
    email: '',
    hasPassword: false,
    passwordChangedAt: null,
    emailChange: null,
    walletsThatSignIn: 0,
    passkeys: 2,
  };
  expect(describeSignInMethods({ ...signInMethods, identities: [{ ...wallet, isProvenWallet: true }] })).toBe(
    'You can sign in with a Solana wallet and a passkey.',
  );
});

it("names the remaining email if the provider with the account's email is removed", () => {
  const signInMethods = { email: 'ada@work.example', identities: [email, github] };
  expect(emailWithout(signInMethods, github.id)).toBe('ada@example.com');
  expect(emailWithout(signInMethods, email.id)).toBe('ada@work.example');
  expect(emailWithout({ ...signInMethods, identities: [wallet, github] }, github.id)).toBe('');
});
