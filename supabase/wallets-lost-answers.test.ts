import { generateKeyPairSync, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { issueChallenge } from '../lib/proofs/issue-challenge.ts';
import { proveWallet } from '../lib/proofs/prove-wallet.ts';
import type { Viewer } from '../lib/session/viewer.ts';
import { accepted, callAsServer, type Person, readActivity, signUpPerson } from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const mockAfter: (() => Promise<void>)[] = [];
// Outside of a request, without a trusted proxy's header.
jest.mock('next/headers', () => ({ headers: async () => new Headers() }));
jest.mock('next/server', () => ({ after: (task: () => Promise<void>) => mockAfter.push(task) }));

const network = globalThis.fetch;
const backend = sharedBackend();
beforeAll(() => {
  Object.assign(process.env, {
    ...{ SUPABASE_URL: backend.url, SUPABASE_PUBLISHABLE_KEY: backend.publishableKey },
    ...{ SUPABASE_SECRET_KEY: backend.secretKey, SITE_URL: 'https://countersign.example' },
    SMTP_URL: backend.smtpUrl,
  });
});
afterEach(() => {
  globalThis.fetch = network;
  mockAfter.length = 0;
});

async function sendNotices(): Promise<void> {
  for (const task of mockAfter.splice(0)) await task();
}

type Loss = 'the question' | 'the answer';

/** The next call of this function loses its request or its response. */
function loseNext(name: string, loss: Loss): void {
  let isLost = false;
  globalThis.fetch = async (input, init) => {
    if (isLost || !String(input).endsWith(`/rpc/${name}`)) return network(input, init);
    isLost = true;
    if (loss === 'the answer') await network(input, init);
    throw new TypeError('fetch failed');
  };
}

function createKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return { address: base58.encode(bytes), sign: (message: Uint8Array) => sign(null, message, privateKey) };
}

type Key = ReturnType<typeof createKey>;

async function signStatement(person: Person, key: Key) {
  const { p_user_id: id, p_session_id: sessionId } = person.bound;
  const viewer = { id, sessionId } as Viewer;
  const request = { viewer, purpose: 'move', method: 'sign_message', address: key.address } as const;
  const issued = await issueChallenge(request);
  if (!issued.ok) throw new Error(issued.code);
  const message = Buffer.from(issued.challenge.message, 'base64');
  const challengeId = issued.challenge.id;
  const signature = Buffer.from(key.sign(message)).toString('base64');
  return { viewer, challengeId, signedBytes: issued.challenge.message, signature, device: null };
}

test.each<[string, Loss]>([
  ['consume_challenge', 'the question'],
  ['consume_challenge', 'the answer'],
  ['record_proof', 'the question'],
  ['record_proof', 'the answer'],
])('if %s loses %s, sending the same submission again proves the wallet, once', async (name, loss) => {
  const person = await signUpPerson(backend);
  const submission = await signStatement(person, createKey());
  loseNext(name, loss);
  expect(await proveWallet(submission)).toEqual({ ok: false, code: 'backend.unavailable' });
  const again = await proveWallet(submission);
  expect(again).toMatchObject({ ok: true, proven: { outcome: 'proven' } });
  expect(await proveWallet(submission)).toEqual(again);
  expect(await readActivity(person)).toEqual(['wallet_proven']);
});

test('a refused signature uses up the statement, also for the right signature', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const person = await signUpPerson(backend);
  const key = createKey();
  const submission = await signStatement(person, key);
  const wrong = {
    ...submission,
    signature: Buffer.from(createKey().sign(Buffer.from('x'))).toString('base64'),
  };
  expect(await proveWallet(wrong)).toEqual({ ok: false, code: 'proof.refused' });
  expect(await proveWallet(submission)).toEqual({ ok: false, code: 'proof.challenge_gone' });
  expect(await proveWallet(wrong)).toEqual({ ok: false, code: 'proof.refused' });
  expect(await readActivity(person)).toEqual([]);
  warn.mockRestore();
});

test('appending the signature to the signed bytes does not make it a different submission', async () => {
  const person = await signUpPerson(backend);
  const submission = await signStatement(person, createKey());
  loseNext('record_proof', 'the question');
  expect(await proveWallet(submission)).toMatchObject({ ok: false });
  const bytes = [submission.signedBytes, submission.signature].map((text) => Buffer.from(text, 'base64'));
  const appended = { ...submission, signedBytes: Buffer.concat(bytes).toString('base64') };
  expect(await proveWallet(appended)).toMatchObject({ ok: true });
});

test('a move whose response was lost is returned again as a move, and the old account gets its email', async () => {
  const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  const key = createKey();
  expect(await proveWallet(await signStatement(ann, key))).toMatchObject({ ok: true });
  await sendNotices();
  const submission = await signStatement(bob, key);
  loseNext('record_proof', 'the answer');
  expect(await proveWallet(submission)).toMatchObject({ ok: false });
  // The process that recorded the move is gone, and its task to send notices with it.
  expect(mockAfter).toEqual([]);
  expect(await proveWallet(submission)).toMatchObject({ ok: true, proven: { outcome: 'moved' } });
  await sendNotices();
  const mail = await backend.newestMailTo(ann.email);
  expect(mail.subject).toBe('A wallet was moved to another account');
  expect(mail.text).toContain(key.address);
  expect(mail.text).not.toContain(bob.email);
  const left = accepted(await callAsServer<{ user_id: string }[]>(backend, 'test_read_notices'));
  // Other test files share this backend, and their emails may still be queued.
  const theirs = [ann.bound.p_user_id, bob.bound.p_user_id];
  expect(left.filter(({ user_id }) => theirs.includes(user_id))).toEqual([]);
});
