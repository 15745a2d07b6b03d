import '../testing/unreachable-project';
import { readAsked, sealAsked } from './problem';
import { sealRequest } from './withheld-answer';

afterEach(() => jest.useRealTimers());

const clientId = 'app_000000000000000000000000';
const callback = 'https://app.example/callback?a=%3Cb%3E';
const asked = { clientId, uri: callback, step: 'authorize', codes: ['invalid_redirect_uri'] };

test('what a request asked for is read as it was sent, for ten minutes', () => {
  const sealed = sealAsked(asked);
  expect(readAsked(sealed)).toMatchObject(asked);
  jest.useFakeTimers({ now: Date.now() + 10 * 60_000 + 1 });
  expect(readAsked(sealed)).toBeNull();
});

test('a link to the page shows nothing that it made up: changed, plain and other seals are refused', () => {
  const other = sealRequest('answer for an app', { ...asked, to: '/' });
  const plain = Buffer.from(JSON.stringify(asked)).toString('base64url');
  for (const forged of [undefined, '', `${sealAsked(asked)}x`, other, plain])
    expect(readAsked(forged)).toBeNull();
});

test.each([
  ['markup', '<a href=//evil.example>Call us</a>'],
  ['reordered text', 'https://app.example/\u202egpj.evil'],
  ['invisible text', 'https://app.example/\u200b'],
  ['a sentence', 'Your account is locked'],
  ['a line break', 'https://app.example/\nEvil'],
  ['look-alikes', 'https://\u0430pp.example/'],
  ['a client ID that could be a sentence', 'YOUR-ACCOUNT-IS-LOCKED', 'YOUR-ACCOUNT-IS-LOCKED'],
  ['a huge value', `https://app.example/${'x'.repeat(500)}`],
])('%s is shown as malformed', (_kind, text, uri = 'malformed') => {
  expect(readAsked(sealAsked({ ...asked, clientId: text, uri: text }))).toMatchObject({
    clientId: 'malformed',
    uri,
  });
});
