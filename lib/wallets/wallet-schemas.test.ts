import {
  ChallengeRequest,
  Label,
  LabelWallet,
  ProofSubmission,
  PublishWallet,
  SignInStatementRequest,
} from './wallet-schemas';

const walletId = '0b0f6c7e-3d57-4c8b-9a55-2f1b6c1d7e90';
const address = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
const request = { address, method: 'sign_in', purpose: 'prove' };
const submission = { challengeId: walletId, signedBytes: 'AAAA', signature: 'AAAA' };

/** The first issue's message: an error code, or zod's own text. Null if the input is valid. */
function refusal({ error }: { error?: { issues: { message: string }[] } | undefined }): string | null {
  return error ? (error.issues[0]?.message ?? '') : null;
}

describe('a label', () => {
  it.each([
    'Savings',
    '  Savings ',
    'محفظتي',
    'Sаvings with a Cyrillic а',
    '👩🏽‍💻',
    '❤️',
    '🦊'.repeat(40),
    '=HYPERLINK("x")',
  ])('may be %j', (label) => expect(Label.parse(label)).toBe(label.trim()));

  it.each(['', '   ', '\u00a0'])('is removed by %j', (label) => expect(Label.parse(label)).toBeNull());

  it.each([
    ['of ten thousand characters', 'a'.repeat(10_000)],
    ['of 41 pictures', '🦊'.repeat(41)],
    ['with a right-to-left override', 'a\u202eb'],
    ['with an isolate', 'a\u2066b\u2069'],
    ['with a zero-width space', 'a\u200bb'],
    ['with a joiner between letters', 'a\u200db'],
    ['with a line break', 'a\nb'],
    ['with a zero byte', 'a\0b'],
    ['with an invisible tag', 'a\u{e0041}b'],
  ])('is refused %s', (_, label) => expect(refusal(Label.safeParse(label))).toBe('wallet.label_invalid'));
});

describe('input that our pages never send', () => {
  it.each([
    ['no object', ChallengeRequest, 'prove'],
    ['nothing', ChallengeRequest, null],
    ['an array for an address', ChallengeRequest, { ...request, address: [address] }],
    ['an object for an address', ChallengeRequest, { ...request, address: { length: 40 } }],
    ['a purpose that only step-up has', ChallengeRequest, { ...request, purpose: 'confirm' }],
    ['a method by prototype', ChallengeRequest, { ...request, method: 'constructor' }],
    ['a sign-in by off-chain message', SignInStatementRequest, { address, method: 'sign_offchain_message' }],
    ['a request by prototype', ChallengeRequest, JSON.parse(`{"__proto__":${JSON.stringify(request)}}`)],
    ['a challenge that is no id', ProofSubmission, { ...submission, challengeId: "' or true --" }],
    ['signed bytes that are no base64', ProofSubmission, { ...submission, signedBytes: '!!!!' }],
    ['signed bytes of a megabyte', ProofSubmission, { ...submission, signedBytes: 'A'.repeat(1_000_000) }],
    ['a signature of a kilobyte', ProofSubmission, { ...submission, signature: 'A'.repeat(1024) }],
    ['an array for a wallet', LabelWallet, { walletId: [walletId], label: 'x' }],
    ['an array for a label', LabelWallet, { walletId, label: ['x'] }],
    ['neither yes nor no', PublishWallet, { walletId, isPublic: 'maybe' }],
    ['a yes that is no text', PublishWallet, { walletId, isPublic: true }],
  ])('is refused: %s', (_, schema, input) => expect(schema.safeParse(input).success).toBe(false));

  it('is reduced to the known fields', () => {
    expect(ChallengeRequest.parse({ ...request, userId: 'x', p_origin: 'https://evil.example' })).toEqual(
      request,
    );
    expect(ProofSubmission.parse({ ...submission, address, account: 'x' })).toEqual(submission);
  });
});
