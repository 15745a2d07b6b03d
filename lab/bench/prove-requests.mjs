import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSignatureNatively } from 'countersign/proof/check-signature-natively';
import { signInFields, writeSignInText } from 'countersign/proof/statement';
import { verifyProof } from 'countersign/proof/verify';
import { createAccount } from '../../e2e/fixtures/account.ts';
import { callFunction, createWalletKey, openProver } from '../../e2e/fixtures/prove-wallet.ts';
import { withoutConfiguration } from '../../scripts/stack/configuration.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { startBackend } from '../../scripts/stack/start-backend.ts';
import { formatTable } from './format-table.mjs';
import { quantile } from './sessions/spread.mjs';

// How many wallets the local backend proves in a second, and where the time goes: node lab/bench/prove-requests.mjs

const accountCount = 40;
/** With the one that warms up 9 of an account: it gets 10 statements a minute. */
const walletsOneByOne = 4;
const walletsAtOnce = 4;
const atOnce = 8;
const lifeInSeconds = 300;

const parts = ['issue', 'sign', 'use up', 'verify', 'record'];
const origin = 'http://localhost:3000';
const chain = 'solana:mainnet';
const toBase64 = (bytes) => Buffer.from(bytes).toString('base64');

async function openBackend(folder) {
  const [port, smtpPort] = [await findFreePort(), await findFreePort()];
  const backend = await startBackend({
    ...{ port, smtpPort, dataFolder: join(folder, 'supabase'), siteUrl: origin },
    environment: withoutConfiguration(process.env),
  });
  const { url: supabaseUrl, publishableKey, secretKey, mailboxUrl } = backend;
  return { backend, addresses: { siteUrl: origin, supabaseUrl, publishableKey, secretKey, mailboxUrl } };
}

/** What the site asks of the backend for a statement: to count the attempt, the account's code, and to keep it. */
async function issue(call, { userId, sessionId, addressHash }, address) {
  await call('consume_rate_limit', {
    p_kind: 'challenge',
    p_counters: [{ key_hash: addressHash, attempts: 300, window_seconds: 300 }],
  });
  const [account] = await call('ensure_account', { p_user_id: userId, p_session_id: sessionId });
  const issuedAt = new Date();
  const fields = signInFields({
    ...{ version: 2, purpose: 'prove', origin, address, chain, issuedAt, accountCode: account.code },
    displayName: account.displayName,
    nonce: randomBytes(16).toString('hex'),
    expiresAt: new Date(issuedAt.getTime() + lifeInSeconds * 1000),
  });
  const message = new TextEncoder().encode(writeSignInText(fields));
  const id = await call('issue_challenge', {
    ...{ p_user_id: userId, p_session_id: sessionId, p_purpose: 'prove', p_method: 'sign_in' },
    ...{ p_chain: chain, p_address: address, p_origin: origin, p_nonce: fields.nonce },
    ...{ p_message: toBase64(message), p_expires_in_seconds: lifeInSeconds },
  });
  return { id, message };
}

/** Proves a new wallet as the server does, without its pages. @returns the milliseconds of each part. */
async function prove(call, prover) {
  const key = createWalletKey();
  const marks = [performance.now()];
  const mark = () => marks.push(performance.now());
  const { id, message } = await issue(call, prover, key.address);
  mark();
  const signature = key.sign(message);
  mark();
  const submission = {
    ...{ p_challenge_id: id, p_user_id: prover.userId, p_session_id: prover.sessionId },
    ...{ p_signed_bytes: toBase64(message), p_signature: toBase64(signature) },
  };
  const [challenge] = await call('consume_challenge', submission);
  mark();
  const { method, address } = challenge;
  const issued = Buffer.from(challenge.message, 'base64');
  const evidence = {
    version: 2,
    method,
    address,
    origin: challenge.origin,
    message: issued,
    signedBytes: message,
    signature,
  };
  const check = verifyProof(evidence, checkSignatureNatively);
  if (!check.ok) throw new Error(`A proof of the bench was refused: ${check.reason}`);
  mark();
  const [recorded] = await call('record_proof', { ...submission, p_device: 'bench' });
  if (recorded.outcome !== 'proven') throw new Error(`A wallet of the bench was ${recorded.outcome}`);
  mark();
  return parts.map((_, part) => marks[part + 1] - marks[part]);
}

/** Lets so many workers prove this many wallets for each account. @returns the times, and wallets a second. */
async function measure(call, provers, { walletsEach, workers }) {
  const waiting = Array.from({ length: walletsEach }, () => provers).flat();
  const times = [];
  const work = async () => {
    for (let prover = waiting.pop(); prover; prover = waiting.pop()) times.push(await prove(call, prover));
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: workers }, work));
  return { times, perSecond: (times.length / (performance.now() - start)) * 1000 };
}

function describe(times) {
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const all = sum(times.map(sum));
  const row = (name, values) => [
    name,
    ...[0.5, 0.95].map((share) => quantile(values, share).toFixed(2)),
    `${((sum(values) / all) * 100).toFixed(1)} %`,
  ];
  const rows = parts.map((name, part) =>
    row(
      name,
      times.map((one) => one[part]),
    ),
  );
  return formatTable([
    ['one after another, ms', 'p50', 'p95', 'share'],
    ...rows,
    row('together', times.map(sum)),
  ]);
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const { backend, addresses } = await openBackend(folder);
try {
  const call = (name, parameters) => callFunction(addresses, name, parameters);
  const provers = [];
  for (let count = 0; count < accountCount; count++) {
    const prover = await openProver(addresses, await createAccount(addresses));
    provers.push({ ...prover, addressHash: randomBytes(32).toString('hex') });
  }
  await measure(call, provers, { walletsEach: 1, workers: 1 });
  const single = await measure(call, provers, { walletsEach: walletsOneByOne, workers: 1 });
  const many = await measure(call, provers, { walletsEach: walletsAtOnce, workers: atOnce });
  console.log(describe(single.times));
  console.log(`\nWallets proven a second, one after another: ${single.perSecond.toFixed(0)}`);
  console.log(`${atOnce} at once: ${many.perSecond.toFixed(0)}`);
} finally {
  await backend.process.stop();
  rmSync(folder, { recursive: true, force: true });
}
