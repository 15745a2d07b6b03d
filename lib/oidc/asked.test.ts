import '../testing/unreachable-project';
import { readAsked, sealAsked } from './asked';
import { sealRequest } from './withheld-answer';

afterEach(() => jest.useRealTimers());

const address = (parameters: Record<string, string>, path = '/oauth/authorize') =>
  new URL(`${path}?${new URLSearchParams(parameters)}`, 'https://site.example');
const read = (parameters: Record<string, string>) => readAsked(sealAsked(address(parameters)));
const clientId = 'app_000000000000000000000000';
const redirect_uri = 'https://app.example/callback?a=%3Cb%3E';

test('what a request asked for is read as it was sent, for ten minutes', () => {
  const sealed = sealAsked(address({ client_id: clientId, redirect_uri }));
  expect(readAsked(sealed)).toMatchObject({ clientId, redirectUri: redirect_uri, isSignOut: false });
  jest.useFakeTimers({ now: Date.now() + 10 * 60_000 + 1 });
  expect(readAsked(sealed)).toBeNull();
});

test('a link to the page shows nothing that it made up: changed, cut, plain and other seals are refused', () => {
  const sealed = sealAsked(address({ client_id: clientId }));
  const other = sealRequest('answer for an app', { clientId, redirectUri: null, isSignOut: false, to: '/' });
  const plain = Buffer.from(JSON.stringify({ clientId, redirectUri: null })).toString('base64url');
  for (const forged of [
    undefined,
    '',
    `${sealed}x`,
    sealed.slice(0, -2),
    other,
    plain,
    `A${sealed.slice(1)}`,
  ])
    expect(readAsked(forged)).toBeNull();
});

test.each([
  ['markup', '<a href=//evil.example>Call us</a>'],
  ['reordered text', 'https://app.example/\u202egpj.evil'],
  ['invisible text', 'https://app.example/\u200b'],
  ['a sentence', 'Your account is locked'],
  ['a line break', 'https://app.example/\nEvil'],
  ['look-alikes', 'https://\u0430pp.example/'],
  ['a huge value', `https://app.example/${'x'.repeat(500)}`],
])('%s is shown as malformed', (_kind, text) => {
  expect(read({ client_id: text, redirect_uri: text })).toMatchObject({
    clientId: 'malformed',
    redirectUri: 'malformed',
  });
});
