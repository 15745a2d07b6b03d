import { describeAppAccess } from './app-row';

test.each([
  [['openid'], 0, 'Can see: an ID for this app.'],
  [['openid', 'profile'], 0, 'Can see: an ID for this app, your name.'],
  [
    ['openid', 'profile', 'email', 'wallets', 'offline_access'],
    1,
    'Can see: an ID for this app, your name, your email, 1 wallet.',
  ],
  [['openid', 'wallets'], 3, 'Can see: an ID for this app, 3 wallets.'],
  [['openid', 'wallets'], 0, 'Can see: an ID for this app, no wallets.'],
  [
    ['openid', 'wallets', 'proofs'],
    1,
    'Can see: an ID for this app, 1 wallet with its signed proof, which names your account.',
  ],
  [
    ['openid', 'wallets', 'proofs'],
    2,
    'Can see: an ID for this app, 2 wallets with their signed proofs, which name your account.',
  ],
  // Wallets without a scope for them don't count.
  [['openid', 'email'], 2, 'Can see: an ID for this app, your email.'],
] as const)('%j with %i wallets', (scopes, wallets, words) => {
  expect(describeAppAccess(scopes, wallets)).toBe(words);
});
