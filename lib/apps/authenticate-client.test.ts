import crypto from 'node:crypto';
import { anyCharacter, fc } from '../testing/properties';
import { authenticateClient } from './authenticate-client';
import { hashClientSecret } from './client-secret';
import type { Client } from './read-client';

const mockAsked: string[] = [];
const mockClients = new Map<string, Client>();
let mockIsAway = false;
jest.mock('../supabase/call-function', () => ({
  callFunction: async (_name: string, { p_client_id: id }: { p_client_id: string }) => {
    mockAsked.push(id);
    if (mockIsAway) return { ok: false, code: 'backend.unavailable' };
    return { ok: true, rows: mockClients.get(id) ?? null };
  },
}));
const compared = jest.spyOn(crypto, 'timingSafeEqual');

const clientId = `app_${'a1b2c3d4'.repeat(3)}`;
const unknownId = `app_${'z'.repeat(24)}`;
const secret = 'mB5-_x0nq1Qk7bT3cVY8u2dLw9pRz4sHjF6gAeKtN_o';
const older = 'the-secret-before-it';

function register(changes: Partial<Client> = {}) {
  const client: Client = {
    clientId,
    name: 'Gallery',
    redirectUris: ['https://gallery.example/callback'],
    signOutUris: [],
    sector: 'gallery.example',
    isConfidential: true,
    secretHashes: [hashClientSecret(secret)],
    isFirstParty: false,
    isReviewed: true,
    algorithm: 'ES256',
    requiresPkce: true,
    hasLogo: false,
    ...changes,
  };
  mockClients.set(client.clientId, client);
}

beforeEach(() => {
  mockAsked.length = 0;
  mockClients.clear();
  compared.mockClear();
  register();
});

const encodeAll = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const asBasic = (user: string, password: string, scheme = 'Basic') =>
  `${scheme} ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const ask = (authorization: string | null, body?: Record<string, unknown>) =>
  authenticateClient(
    { headers: new Headers(authorization === null ? {} : { authorization }) } as Request,
    body,
  );
const refused = { ok: false, code: 'app.client_refused' };
const known = { ok: true, clientId, alg: 'ES256' };

test.each([
  ['plain', asBasic(clientId, secret)],
  ['percent-encoded', asBasic(encodeURIComponent(clientId), encodeURIComponent(secret))],
  [
    'with every byte percent-encoded, as strict clients send hyphens',
    asBasic(encodeAll(clientId), encodeAll(secret)),
  ],
  ['in small letters', asBasic(clientId, secret, 'basic')],
])('accepts Basic credentials: %s', async (_way, authorization) => {
  expect(await ask(authorization)).toEqual(known);
});

test('accepts credentials in the body', async () => {
  expect(await ask(null, { client_id: clientId, client_secret: secret })).toEqual(known);
});

test('accepts the previous secret until it expires', async () => {
  register({ secretHashes: [hashClientSecret(secret), hashClientSecret(older)] });
  expect(await ask(asBasic(clientId, older))).toEqual(known);
  register();
  expect(await ask(asBasic(clientId, older))).toEqual(refused);
});

const nobody: [string, string | null, Record<string, unknown>?][] = [
  ['a wrong secret', asBasic(clientId, `${secret}x`)],
  ['an app that nobody knows', asBasic(unknownId, secret)],
  ['no secret', asBasic(clientId, '')],
  ['the hash of the secret', asBasic(clientId, hashClientSecret(secret))],
  ['another case', asBasic(clientId, secret.toUpperCase())],
  ['an id in capitals', asBasic(clientId.toUpperCase(), secret)],
  ['nothing at all', null],
  ['an id without a secret in the body', null, { client_id: clientId }],
  ['credentials that are no text', null, { client_id: clientId, client_secret: [secret] }],
  ['both ways at once', asBasic(clientId, secret), { client_id: clientId, client_secret: secret }],
  ['an id in the body beside Basic', asBasic(clientId, secret), { client_id: clientId }],
  ['another scheme', asBasic(clientId, secret, 'Bearer')],
  ['no colon', `Basic ${Buffer.from(clientId).toString('base64')}`],
  ['an escape that means nothing', asBasic('%zz', secret)],
  ['bytes that are no text', asBasic('%ff', secret)],
];
test.each(nobody.map(([attack, ...sent]) => ({ attack, sent })))(
  'the same answer to $attack',
  async ({ sent }) => {
    expect(await ask(...sent)).toEqual(refused);
  },
);

test('reports an outage instead of refusing an app', async () => {
  mockIsAway = true;
  expect(await ask(asBasic(clientId, secret))).toEqual({ ok: false, code: 'backend.unavailable' });
  mockIsAway = false;
});

test('refuses an app without a secret, also with an empty one', async () => {
  register({ isConfidential: false, secretHashes: [] });
  for (const guess of ['', secret, '\0'.repeat(32)])
    expect(await ask(asBasic(clientId, guess))).toEqual(refused);
  register({ isConfidential: false });
  expect(await ask(asBasic(clientId, secret))).toEqual(refused);
});

test('refuses every secret if a stored hash is missing or truncated', async () => {
  for (const kept of ['', hashClientSecret(secret).slice(0, 20), 'A'.repeat(43)]) {
    register({ secretHashes: [kept] });
    expect(await ask(asBasic(clientId, ''))).toEqual(refused);
    expect(await ask(asBasic(clientId, secret))).toEqual(refused);
  }
});

test('does the same work for a wrong secret and an unknown app: one query and the same comparisons', async () => {
  const work = [];
  register({
    clientId: `app_${'b'.repeat(24)}`,
    secretHashes: [hashClientSecret(secret), hashClientSecret(older)],
  });
  for (const authorization of [
    asBasic(clientId, secret),
    asBasic(clientId, 'wrong'),
    asBasic(unknownId, 'wrong'),
    asBasic(`app_${'b'.repeat(24)}`, secret),
    asBasic(`app_${'b'.repeat(24)}`, older),
  ]) {
    mockAsked.length = 0;
    compared.mockClear();
    await ask(authorization);
    work.push([mockAsked.length, compared.mock.calls.length]);
  }
  expect(work).toEqual(Array(5).fill([1, 2]));
});

test('no made-up header throws or is accepted', async () => {
  const header = fc.oneof(
    fc.string({ unit: fc.constantFrom(...' :%+=/-_09azAZ~"') }),
    fc
      .tuple(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }))
      .map(([user, password]) => asBasic(user, password)),
    fc.string({ unit: anyCharacter }).map((password) => asBasic(clientId, password)),
    fc.base64String().map((text) => `Basic ${text}`),
  );
  await fc.assert(
    fc.asyncProperty(header, async (authorization) => {
      expect(await ask(authorization)).toEqual(refused);
    }),
  );
});

test('accepts a secret of any characters in any encoding, and refuses it with one character changed', async () => {
  const given = fc
    .tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(), fc.constantFrom('A', 'b', '-', '%', 'é'))
    .filter(([text]) => text.isWellFormed());
  await fc.assert(
    fc.asyncProperty(given, async ([text, at, other]) => {
      register({ secretHashes: [hashClientSecret(text)] });
      expect(await ask(asBasic(clientId, encodeAll(text)))).toEqual(known);
      expect(await ask(asBasic(clientId, new URLSearchParams([['', text]]).toString().slice(1)))).toEqual(
        known,
      );
      expect(await ask(null, { client_id: clientId, client_secret: text })).toEqual(known);
      const index = at % text.length;
      const changed = text.slice(0, index) + other + text.slice(index + 1);
      if (changed !== text)
        expect(await ask(null, { client_id: clientId, client_secret: changed })).toEqual(refused);
    }),
  );
});
