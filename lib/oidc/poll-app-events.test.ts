import { randomUUID } from 'node:crypto';
import { type VerifyEventOptions, verifySecurityEvent } from 'countersign/events';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { type AppEvent, signAppEvent } from './poll-app-events';

const issuer = 'https://countersign.example';

jest.mock('../env.ts', () => ({ environment: () => ({ siteUrl: 'https://countersign.example' }) }));

const clientId = 'app_1b25f91ffb6faefee6a428ee';
const app = { clientId, alg: 'RS256' } as Parameters<typeof signAppEvent>[1];
const sub = '0d4f1c52-9a3e-4c0b-8b1f-5f6f2d9f7c11';
const wallet = { account: 'solana:5eykt:7Np4', chain: 'solana:mainnet', address: '7Np4' };

let key: JWK;
beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const named = { kid: 'one', alg: 'RS256', use: 'sig' };
  key = { ...(await exportJWK(privateKey)), ...named };
  const keys = [{ ...(await exportJWK(publicKey)), ...named }];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (asked) => {
    expect(String(asked)).toBe(`${issuer}/oauth/jwks`);
    return Response.json({ keys });
  });
});
afterAll(() => jest.restoreAllMocks());

const event = (kind: AppEvent['kind'], details = {}) => ({
  ...{ jti: randomUUID(), sub, kind, details },
  createdAt: '2026-11-22T18:00:00.795Z',
});

const verify = (token: string, of: VerifyEventOptions = { issuer, clientId }) =>
  verifySecurityEvent(token, of);

test.each([
  [
    'wallet-shared',
    { ...wallet, proven_at: '2026-11-22T17:59:00.000Z' },
    { provenAt: '2026-11-22T17:59:00.000Z' },
  ],
  [
    'wallet-proven',
    { ...wallet, proven_at: '2026-11-22T17:59:00.000Z' },
    { provenAt: '2026-11-22T17:59:00.000Z' },
  ],
  ['wallet-removed', wallet, {}],
  ['wallet-moved', wallet, {}],
  ['grant-ended', {}, {}],
  ['account-purged', {}, {}],
] as const)('the package for apps reads %s as the site signs it', async (kind, details, more) => {
  const signed = event(kind, details);
  const { jti } = signed;
  const ofWallet = kind.startsWith('wallet') ? wallet : {};
  expect(await verify(await signAppEvent(signed, app, [key]))).toEqual({
    ...{ type: kind, jti, sub, at: new Date('2026-11-22T18:00:00.795Z') },
    ...{ ...ofWallet, ...more },
  });
});

test('it refuses events for another app or of another site, ID tokens, and signatures by other keys', async () => {
  const token = await signAppEvent(event('grant-ended'), app, [key]);
  const refused = { code: 'invalid_event' };
  await expect(verify(token, { issuer, clientId: 'app_other' })).rejects.toMatchObject(refused);
  await expect(verify(token.replace(/.{8}$/, 'AAAAAAAA'))).rejects.toMatchObject(refused);
  await expect(verify('x')).rejects.toMatchObject(refused);
  // The same signature with an unused bit set: an event has one encoding.
  const other = token.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1));
  const bytes = (text: string) => Buffer.from(text.split('.')[2] ?? '', 'base64url');
  expect(bytes(other)).toEqual(bytes(token));
  await expect(verify(other)).rejects.toMatchObject(refused);
  const sign = async (claims: object, typ: string) =>
    new SignJWT({ ...decodeJwt(token), ...claims })
      .setProtectedHeader({ typ, alg: 'RS256', kid: 'one' })
      .sign(await importJWK(key, 'RS256'));
  await expect(verify(await sign({ iss: 'https://evil.example' }, 'secevent+jwt'))).rejects.toMatchObject(
    refused,
  );
  await expect(verify(await sign({}, 'JWT'))).rejects.toMatchObject(refused);
  expect(await verify(await sign({}, 'secevent+jwt'))).toMatchObject({ type: 'grant-ended' });
});

test('a pushed event is refused if it is older than the app allows; a polled one may have any age', async () => {
  const verifyAged = async (seconds: number, maxAge?: number) => {
    const createdAt = new Date(Date.now() - seconds * 1000).toISOString();
    const token = await signAppEvent({ ...event('grant-ended'), createdAt }, app, [key]);
    return verify(token, { issuer, clientId, maxAge }).then(
      ({ type }) => type,
      ({ code, message }) => [code, message],
    );
  };
  const month = 30 * 24 * 3600;
  expect(await verifyAged(month)).toBe('grant-ended');
  const tooOld = ['invalid_event', 'This event is older than maxAge.'];
  expect(await verifyAged(month, 300)).toEqual(tooOld);
  expect(await verifyAged(400, 300)).toEqual(tooOld);
  expect(await verifyAged(290, 300)).toBe('grant-ended');
  // Allows for clock skew, but not for events of the future.
  expect(await verifyAged(-50, 0)).toBe('grant-ended');
  expect(await verifyAged(-month, 300)).toContain('invalid_event');
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY, -1])
    expect(await verifyAged(0, none)).toContain('settings');
});

test('an unknown kind of event is returned by its name only', async () => {
  const later = { ...event('grant-ended'), kind: 'wallet-hidden' } as unknown as AppEvent;
  expect(await verify(await signAppEvent(later, app, [key]))).toMatchObject({
    type: 'unknown',
    name: `${issuer}/events/wallet-hidden`,
  });
});

test("an event isn't refused while the site's keys can't be read, since a refused one is deleted", async () => {
  const token = await signAppEvent(event('grant-ended'), app, [key]);
  const elsewhere = { issuer: 'https://down.example', clientId };
  for (const answer of [
    Promise.reject(new TypeError('fetch failed')),
    Promise.resolve(new Response(null, { status: 503 })),
  ]) {
    jest.mocked(fetch).mockImplementationOnce(() => answer);
    await expect(verify(token, elsewhere)).rejects.toMatchObject({ code: 'unreachable' });
  }
  const unknown = await signAppEvent(event('grant-ended'), app, [{ ...key, kid: 'two' }]);
  await expect(verify(unknown)).rejects.toMatchObject({ code: 'unreachable' });
});
