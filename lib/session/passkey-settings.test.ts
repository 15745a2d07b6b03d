import { isRpIdOfSite, isWebAuthnUnset } from './passkey-settings';

it.each([
  ['example.com', 'https://example.com', true],
  ['example.com', 'https://wallets.example.com', true],
  ['localhost', 'http://localhost:3000', true],
  ['wallets.example.com', 'https://example.com', false],
  ['example.com', 'https://notexample.com', false],
  ['com', 'https://example.com', false],
  ['127.0.0.1', 'http://127.0.0.1:3000', false],
  ['localhost', 'http://127.0.0.1:3000', false],
  ['[::1]', 'http://[::1]:3000', false],
])('browsers use a passkey of %s on %s: %s', (rpId, siteUrl, fits) => {
  expect(isRpIdOfSite(rpId, siteUrl)).toBe(fits);
});

it.each([
  ['Failed to initialize WebAuthn', true],
  ['Failed to generate WebAuthn authentication options', true],
  ['Database error creating challenge', false],
  ['Database error: Failed to initialize WebAuthn', false],
])('the error "%s" of Auth means missing passkey settings: %s', (message, lacks) => {
  expect(isWebAuthnUnset(message)).toBe(lacks);
});
