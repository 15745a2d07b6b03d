import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { createClient } from '@supabase/supabase-js';
import { signInFields, writeSignInText } from 'countersign/proof/statement';
import { decodeJwt } from 'jose';
import { callDatabase } from '../../cli/project/call-database.ts';
import {
  deriveTestPassword,
  hasTestPeople,
  type Place,
  type TestPerson,
  testPeople,
} from '../../lib/auth/sign-in/test-people.ts';
import type { Variables } from '../process/start-process.ts';

export type LocalStack = Omit<Place, 'embedded'> & { secretKey: string; chain: string };

/** Adds missing test people and wallets, whose keys aren't stored, if only this machine reaches the site. @returns settings of the site */
export async function prepareForDevelopers(stack: LocalStack): Promise<Variables> {
  if (!hasTestPeople({ ...stack, embedded: true })) return {};
  for (const person of testPeople)
    await addPerson(stack, person).catch((error: Error) =>
      console.warn(`A test person, ${person.email}, could not be added. ${error.message}`),
    );
  return { DEVELOPER_APPS: 'on' };
}

async function addPerson(stack: LocalStack, { email, wallets }: TestPerson): Promise<void> {
  const project = { ...stack, isEmbedded: true };
  const [found] = (await callDatabase(project, 'find_account_for_operator', { p_query: email })) as {
    wallets: number;
  }[];
  // An earlier start may have been interrupted at any line below.
  const missing = wallets - (found?.wallets ?? 0);
  if (found && missing <= 0) return;
  const { auth } = createClient(stack.supabaseUrl, stack.secretKey, {
    auth: { throwOnError: true, persistSession: false, autoRefreshToken: false },
  });
  const account = { email, password: deriveTestPassword(stack.secretKey) };
  if (!found) await auth.admin.createUser({ ...account, email_confirm: true });
  const { data } = await auth.signInWithPassword(account);
  const { sub, session_id } = decodeJwt(data.session?.access_token ?? '');
  const call = (name: string, parameters: Record<string, unknown> = {}) =>
    callDatabase(project, name, {
      p_user_id: sub,
      p_session_id: session_id,
      ...parameters,
    });
  await call('record_session', { p_method: 'password', p_device: 'npm start' });
  for (let wallet = 0; wallet < missing; wallet++) await proveNewWallet(stack, call);
  await auth.signOut({ scope: 'local' });
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
