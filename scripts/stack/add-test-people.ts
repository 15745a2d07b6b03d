import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { signInFields, writeSignInText } from 'countersign/proof/statement';
import { decodeJwt } from 'jose';
import { callDatabase } from '../../cli/project/call-database.ts';
import {
  deriveTestPassword,
  hasTestPeople,
  type TestPerson,
  testPeople,
} from '../../lib/auth/sign-in/test-people.ts';

export type LocalStack = { siteUrl: string; supabaseUrl: string; secretKey: string; chain: string };

/** Adds the test people that the local backend lacks. The keys of their wallets aren't stored. */
export async function addTestPeople(stack: LocalStack): Promise<void> {
  if (!hasTestPeople({ ...stack, embedded: true })) return;
  for (const person of testPeople) await addPerson(stack, person);
}

async function addPerson(stack: LocalStack, { email, wallets }: TestPerson): Promise<void> {
  const account = { email, password: deriveTestPassword(stack.secretKey) };
  const added = await callAuth(stack, 'admin/users', { ...account, email_confirm: true });
  if (added.error_code === 'email_exists') return;
  const { access_token } = await callAuth(stack, 'token?grant_type=password', account);
  const { sub, session_id } = decodeJwt(String(access_token));
  const call = (name: string, parameters: Record<string, unknown> = {}) =>
    callDatabase({ ...stack, isEmbedded: true }, name, {
      p_user_id: sub,
      p_session_id: session_id,
      ...parameters,
    });
  await call('record_session', { p_method: 'password', p_device: 'npm start' });
  for (let wallet = 0; wallet < wallets; wallet++) await proveNewWallet(stack, call);
  await callAuth(stack, 'logout?scope=local', {}, String(access_token));
}

async function proveNewWallet(
  { siteUrl, chain }: LocalStack,
  call: (name: string, parameters?: Record<string, unknown>) => Promise<unknown>,
): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = base58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
  const [account] = (await call('ensure_account')) as { code: string }[];
  const issuedAt = new Date();
  const fields = signInFields({
    version: 2,
    purpose: 'prove',
    origin: siteUrl,
    ...{ address, chain, issuedAt },
    accountCode: account?.code ?? '',
    displayName: null,
    nonce: randomBytes(16).toString('hex'),
    expiresAt: new Date(issuedAt.getTime() + 300_000),
  });
  const message = Buffer.from(writeSignInText(fields));
  const challengeId = await call('issue_challenge', {
    p_purpose: 'prove',
    p_method: 'sign_in',
    p_chain: chain,
    p_address: address,
    p_origin: siteUrl,
    p_nonce: fields.nonce,
    p_message: message.toString('base64'),
    p_expires_in_seconds: 300,
  });
  const signed = {
    p_challenge_id: challengeId,
    p_signed_bytes: message.toString('base64'),
    p_signature: sign(null, message, privateKey).toString('base64'),
  };
  await call('consume_challenge', signed);
  await call('record_proof', { ...signed, p_device: 'npm start' });
}

async function callAuth(
  { supabaseUrl, secretKey }: LocalStack,
  path: string,
  body: object,
  token = secretKey,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${supabaseUrl}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const answer = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
  if (response.ok || answer.error_code === 'email_exists') return answer;
  throw new Error(`The local backend answered ${response.status} to ${path}: ${text}`);
}
