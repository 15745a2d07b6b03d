import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import { connectClient, firstPassword, makeEmail, postAuth } from '../../testing/sign-in.ts';
import { makeWallet, type Statement, signText, writeStatement } from '../../testing/sign-solana-message.ts';
import { siteHost } from '../../testing/site-url.ts';
import { holdBackend } from '../../testing/start-local-supabase.ts';

const backend = holdBackend(() =>
  shareLocalSupabase('auth', { env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' } }),
);

const wallet = makeWallet();

async function post(message: string, signature: string, chain = 'solana') {
  const answer = await postAuth(backend, '/token?grant_type=web3', { chain, message, signature });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

function signIn(message: string, signature: string) {
  return connectClient(backend).auth.signInWithWeb3({
    chain: 'solana',
    message,
    signature: Buffer.from(signature, 'base64'),
  });
}

test('a signed statement makes an account without an address, the same one every time', async () => {
  const message = writeStatement(wallet.address);
  const { data, error } = await signIn(message, signText(wallet, message));
  expect(error).toBeNull();
  const subject = `web3:solana:${wallet.address}`;
  const claims = {
    address: wallet.address,
    chain: 'solana',
    network: 'solana:devnet',
    domain: siteHost,
    statement: 'Sign in to Countersign.',
  };
  expect(data.user).toMatchObject({
    email: '',
    app_metadata: { provider: 'web3', providers: ['web3'] },
    user_metadata: { sub: subject, custom_claims: claims, email_verified: false },
    identities: [{ provider: 'web3', id: subject, identity_data: { sub: subject, custom_claims: claims } }],
  });
  expect(data.user?.email_confirmed_at).toBeUndefined();
  const { data: token } = await connectClient(backend).auth.getClaims(data.session?.access_token);
  expect(token?.claims.amr).toMatchObject([{ method: 'web3' }]);

  const again = writeStatement(wallet.address, { statement: '' });
  expect((await signIn(again, signText(wallet, again))).data.user?.id).toBe(data.user?.id);
});

test('the same statement is taken twice: Auth knows no nonce', async () => {
  const message = writeStatement(wallet.address);
  const signature = signText(wallet, message);
  expect((await post(message, signature)).status).toBe(200);
  expect((await post(message, signature.replace(/=+$/, ''))).status).toBe(200);
});

test('a statement in the frame of a Ledger is taken', async () => {
  const message = writeStatement(wallet.address);
  const bytes = Buffer.from(message);
  const application = Buffer.alloc(32);
  application.write(siteHost);
  const framed = Buffer.concat([
    Buffer.from('\xffsolana offchain\0', 'latin1'),
    application,
    Buffer.from([0, 1]),
    wallet.publicKey,
    Buffer.from([bytes.length & 255, bytes.length >> 8]),
    bytes,
  ]);
  expect((await post(message, signText(wallet, framed))).status).toBe(200);
});

test.each([
  ['the host alone', { domain: 'localhost', uri: 'http://localhost' }],
  ['another port of the host', { domain: 'localhost:9999', uri: 'http://localhost:9999/x' }],
  ['another host than its URI, where that is localhost', { domain: 'evil.example' }],
])('a statement for %s is taken: Auth compares no port of a loopback address', async (_, changes) => {
  const message = writeStatement(wallet.address, changes);
  expect((await post(message, signText(wallet, message))).status).toBe(200);
});

const minute = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();

test.each<[string, () => Statement, RegExp]>([
  ['ten minutes old', () => ({ issuedIn: -11 * minute }), /issued too long ago/],
  ['from the future', () => ({ issuedIn: 11 * minute }), /too far in the future/],
  ['expired', () => ({ issuedIn: -2 * minute, lines: [`Expiration Time: ${inMinutes(-1)}`] }), /is expired/],
  ['not yet valid', () => ({ lines: [`Not Before: ${inMinutes(5)}`] }), /becomes valid in the future/],
  [
    'for another site',
    () => ({ uri: 'https://evil.example', domain: 'evil.example' }),
    /URI which is not allowed on this server/,
  ],
  ['without https', () => ({ uri: 'http://app.example', domain: 'app.example' }), /does not use HTTPS/],
])('a signed statement that is %s is refused', async (_, changes, description) => {
  const message = writeStatement(wallet.address, changes());
  const { status, body } = await post(message, signText(wallet, message));
  expect([status, body]).toEqual([
    400,
    { error: 'invalid_grant', error_description: expect.stringMatching(description) },
  ]);
});

test.each<[string, (good: string) => string, string]>([
  [
    'a wrong header',
    (good) => good.replace('sign in with', 'log in with'),
    'message first line does not end in',
  ],
  ['a domain without a dot', (good) => good.replace(`${siteHost} `, 'intranet '), 'domain in first line'],
  ['no address', (good) => good.replace(wallet.address, '0'), 'wallet address is not in base58 format'],
  ['a filled third line', (good) => good.replace('\n\n', '\nx\n'), 'third line must be empty'],
  ['version 2', (good) => good.replace('Version: 1', 'Version: 2'), 'expected 1 got "2"'],
  ['a bare chain', (good) => good.replace('solana:devnet', 'devnet'), 'Chain ID is not valid'],
  ['no time', (good) => good.replace(/Issued At.*/, ''), 'Issued At is not specified'],
  ['a time of another form', (good) => good.replace(/At: .*/, 'At: today'), 'Issued At is not a valid'],
  ['no URI', (good) => good.replace(/URI.*/, ''), 'URI is not specified'],
  ['a line without a colon', (good) => `${good}\nhello`, 'encountered unparsable line at index 10'],
  [
    'a resource that is no URI',
    (good) => `${good}\nResources:\n- x`,
    'Resource at position 0 has invalid URI',
  ],
])('a statement with %s is no statement', async (_, spoil, rule) => {
  const message = spoil(writeStatement(wallet.address));
  const { status, body } = await post(message, signText(wallet, message));
  expect([status, body.error_code]).toEqual([400, 'validation_failed']);
  expect(body.msg).toContain(`siws: `);
  expect(body.msg).toContain(rule);
});

test('a signature of another wallet, or for other words, is refused', async () => {
  const message = writeStatement(wallet.address);
  for (const signature of [signText(makeWallet(), message), signText(wallet, `${message} `)]) {
    expect((await post(message, signature)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Signature does not match address in message',
    });
  }
});

test('bytes that are no signature, no message or of another chain are refused', async () => {
  const message = writeStatement(wallet.address);
  const signature = signText(wallet, message);
  for (const [answer, code] of [
    [await post(message, 'short'), 'validation_failed'],
    [await post(message, '*'.repeat(88)), 'validation_failed'],
    [await post('short', signature), 'validation_failed'],
    [await post(message.padEnd(20_481), signature), 'validation_failed'],
    [await post(message, signature, 'dogecoin'), 'web3_unsupported_chain'],
  ] as const) {
    expect([answer.status, answer.body.error_code]).toEqual([400, code]);
  }
});

test('a wallet’s account adds an e-mail by the new address’s yes alone, and then a password', async () => {
  const own = makeWallet();
  const message = writeStatement(own.address);
  const client = connectClient(backend);
  const signature = Buffer.from(signText(own, message), 'base64');
  await client.auth.signInWithWeb3({ chain: 'solana', message, signature });
  const email = makeEmail('wallet');
  expect((await client.auth.updateUser({ email })).data.user).toMatchObject({ email: '', new_email: email });
  const { code } = await backend.newestMailTo(email);
  const { data } = await client.auth.verifyOtp({ email, token: code ?? '', type: 'email_change' });
  expect(data.user).toMatchObject({
    email,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'web3', providers: ['web3', 'email'] },
  });
  expect(data.user?.identities?.map((identity) => identity.provider).sort()).toEqual(['email', 'web3']);
  expect((await client.auth.updateUser({ password: firstPassword })).error).toBeNull();
  const byPassword = await connectClient(backend).auth.signInWithPassword({ email, password: firstPassword });
  const byWallet = await signIn(message, signText(own, message));
  expect(byPassword.data.user?.id).toBe(data.user?.id);
  expect(byWallet.data.user?.id).toBe(data.user?.id);
});
