import { emailWithout, type Identity } from '@/lib/auth/account/sign-in-methods';
import { describeSignInMethods } from './describe-sign-in-methods';

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

it('names every way in once', () => {
  const ways = {
    email: 'ada@example.com',
    hasPassword: true,
    passwordChangedAt: null,
    emailChange: null,
    walletsThatSignIn: 0,
    passkeys: 0,
  };
  expect(describeSignInMethods({ ...ways, identities: [email, github] })).toBe(
    'You can sign in with a code by email, your password and GitHub.',
  );
  expect(describeSignInMethods({ ...ways, hasPassword: false, identities: [email] })).toBe(
    'You can sign in with a code by email.',
  );
});

it('promises no code and no password to an account without an email', () => {
  const ways = {
    email: '',
    hasPassword: true,
    passwordChangedAt: null,
    emailChange: null,
    walletsThatSignIn: 0,
    passkeys: 0,
  };
  expect(describeSignInMethods({ ...ways, identities: [{ ...wallet, isProvenWallet: true }] })).toBe(
    'You can sign in with a Solana wallet.',
  );
});

it('names proven wallets once, also the one that the sign-in service knows', () => {
  const ways = {
    email: 'ada@example.com',
    hasPassword: false,
    passwordChangedAt: null,
    emailChange: null,
    walletsThatSignIn: 2,
    passkeys: 0,
  };
  expect(describeSignInMethods({ ...ways, identities: [email, { ...wallet, isProvenWallet: true }] })).toBe(
    'You can sign in with a code by email and a proven wallet.',
  );
});

it('names passkeys once, however many there are', () => {
  const ways = {
    email: '',
    hasPassword: false,
    passwordChangedAt: null,
    emailChange: null,
    walletsThatSignIn: 0,
    passkeys: 2,
  };
  expect(describeSignInMethods({ ...ways, identities: [{ ...wallet, isProvenWallet: true }] })).toBe(
    'You can sign in with a Solana wallet and a passkey.',
  );
});

it('tells which email an account has once the one with its email is removed', () => {
  const ways = { email: 'ada@work.example', identities: [email, github] };
  expect(emailWithout(ways, github.id)).toBe('ada@example.com');
  expect(emailWithout(ways, email.id)).toBe('ada@work.example');
  expect(emailWithout({ ...ways, identities: [wallet, github] }, github.id)).toBe('');
});
