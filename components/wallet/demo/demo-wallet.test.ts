import { createSignInMessageText } from '@solana/wallet-standard-util';
import { writeSignInText } from './demo-wallet';

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const full = {
  statement: 'Prove this wallet.',
  uri: 'https://site.example/wallets',
  version: '1',
  chainId: 'solana:mainnet',
  nonce: 'abcdef1234567890',
  issuedAt: '2026-11-20T09:00:00.000Z',
  expirationTime: '2026-11-20T09:05:00.000Z',
  notBefore: '2026-11-20T09:00:00.000Z',
  requestId: '7F3K',
  resources: ['https://site.example/a', 'https://site.example/b'],
};

describe('the sign-in text of the demo wallet', () => {
  it('matches the specification line by line', () => {
    expect(writeSignInText(full, 'site.example:3000', address)).toBe(
      [
        'site.example:3000 wants you to sign in with your Solana account:',
        address,
        '',
        'Prove this wallet.',
        '',
        'URI: https://site.example/wallets',
        'Version: 1',
        'Chain ID: solana:mainnet',
        'Nonce: abcdef1234567890',
        'Issued At: 2026-11-20T09:00:00.000Z',
        'Expiration Time: 2026-11-20T09:05:00.000Z',
        'Not Before: 2026-11-20T09:00:00.000Z',
        'Request ID: 7F3K',
        'Resources:',
        '- https://site.example/a',
        '- https://site.example/b',
      ].join('\n'),
    );
  });

  it.each([
    ['everything', full],
    ['nothing', {}],
    ['a statement only', { statement: 'Hello' }],
    ['fields only', { nonce: 'abcdefgh', version: '1' }],
    ['no resources in the list', { resources: [] }],
  ])("matches other wallets' text, given %s", (_given, input) => {
    const theirs = createSignInMessageText({ ...input, domain: 'site.example', address });
    expect(writeSignInText(input, 'site.example', address)).toBe(theirs);
  });

  it.each([
    { statement: 'Hello\n\nURI: https://evil.example' },
    { nonce: 'abcdefgh\nIssued At: 1970' },
    { resources: ['https://site.example\n- https://evil.example'] },
  ])('refuses a field that fakes more lines', (input) => {
    expect(() => writeSignInText(input, 'site.example', address)).toThrow(RangeError);
  });

  it('refuses a domain that fakes more lines', () => {
    expect(() => writeSignInText({}, 'a\nb', address)).toThrow(RangeError);
  });
});
