import { describeWhatItSees } from './what-it-sees';

test.each([
  [['openid'], 0, 'It sees an ID of yours that no other site knows.'],
  [['openid', 'profile'], 0, 'It sees an ID of yours that no other site knows and your name.'],
  [
    ['openid', 'profile', 'email', 'wallets', 'offline_access'],
    1,
    'It sees an ID of yours that no other site knows, your name, your email and one wallet that you proved.',
  ],
  [
    ['openid', 'wallets'],
    3,
    'It sees an ID of yours that no other site knows and 3 wallets that you proved.',
  ],
  [['openid', 'wallets'], 0, 'It sees an ID of yours that no other site knows. It sees no wallet.'],
  [
    ['openid', 'wallets', 'proofs'],
    2,
    'It sees an ID of yours that no other site knows and 2 wallets with what you signed for them, which names your account.',
  ],
  // Wallets that it may not see are not told, whatever the list holds.
  [['openid', 'email'], 2, 'It sees an ID of yours that no other site knows and your email.'],
] as const)('%j with %i wallets', (scopes, wallets, words) => {
  expect(describeWhatItSees(scopes, wallets)).toBe(words);
});
