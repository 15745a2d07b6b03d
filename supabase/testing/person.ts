import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import {
  connectClient,
  type Enrolled,
  enrol,
  firstPassword,
  type LocalSupabase,
  makeEmail,
  prove as proveFactor,
  type SignedIn,
  signInAtAuth,
} from 'local-supabase/testing';
import { tokenLevelHeader } from '../../lib/supabase/rest.ts';

/** A signed-in user; `bound` has the parameters of the server's functions. */
export interface Person extends SignedIn {
  bound: { p_user_id: string; p_session_id: string };
}

export function asPerson(signedIn: SignedIn): Person {
  const { user, access_token } = signedIn.session;
  const sessionId = String(decodeJwt(access_token).session_id);
  return { ...signedIn, bound: { p_user_id: user.id, p_session_id: sessionId } };
}

/** Creates an account with a password, and a session recorded by this site. */
export async function signUpPerson(backend: LocalSupabase, email = makeEmail()): Promise<Person> {
  await addUser(backend, email);
  return signInAgain(backend, email);
}

/** Creates an account with a confirmed email and a password, and no session. */
export async function addUser(backend: LocalSupabase, email = makeEmail()) {
  const { auth } = connectClient(backend, backend.secretKey);
  const { data, error } = await auth.admin.createUser({
    ...{ email, password: firstPassword, email_confirm: true },
  });
  if (error) throw error;
  return { email, id: data.user.id };
}

/** Another session of the same account, recorded by this site. */
export async function signInAgain(
  backend: LocalSupabase,
  email: string,
  password = firstPassword,
): Promise<Person> {
  const signedIn = await signInAtAuth(backend, email, password);
  await recordAsSite(backend, signedIn.session);
  return asPerson(signedIn);
}

/** The site's description of the browser. */
const siteDevice = 'Firefox on Linux';

export async function recordAsSite(
  backend: LocalSupabase,
  { access_token, user }: Session,
  method = 'password',
): Promise<void> {
  const { error } = await connectClient(backend, backend.secretKey).rpc('record_session', {
    p_user_id: user.id,
    p_session_id: decodeJwt(access_token).session_id,
    p_method: method,
    p_device: siteDevice,
  });
  if (error) throw new Error(error.message);
}

export interface Answer<Data = unknown> {
  /** Null if the call was refused. */
  data: Data | null;
  /** `status message`, like `409 proof.challenge_gone`, or null. */
  refusal: string | null;
  details: string | null;
}

/**
 * Calls a database function with the secret key, like the server.
 * @param level the level of the user's token. Default: aal2, which passes every check of levels.
 */
export async function callAsServer<Data>(
  backend: LocalSupabase,
  name: string,
  parameters: Record<string, unknown> = {},
  level: 'aal1' | 'aal2' | null = 'aal2',
): Promise<Answer<Data>> {
  const call = connectClient(backend, backend.secretKey).rpc(name, parameters);
  if (level) call.setHeader(tokenLevelHeader, level);
  const { data, error, status } = await call;
  return {
    data: error ? null : (data as Data),
    refusal: error && `${status} ${error.message}`,
    details: error ? (error.details ?? null) : null,
  };
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A text like an address, which no account has. The database doesn't check that it is a key. */
export function makeAddress(): string {
  return Array.from({ length: 44 }, () => base58[randomInt(base58.length)]).join('');
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** The server's parameters of `issue_challenge`. The statement is long enough that its base64 has several lines. */
export function describeChallenge(
  person: Person,
  address: string,
  purpose = 'prove',
  chain = 'solana:mainnet',
) {
  const said =
    purpose === 'move-and-delete' ? 'This deletes the account it is proven on now.' : 'A statement';
  return {
    ...person.bound,
    p_purpose: purpose,
    p_method: 'sign_message',
    p_chain: chain,
    p_address: address,
    p_origin: 'http://localhost:3000',
    p_nonce: randomBytes(16).toString('hex'),
    p_message: toBase64(Buffer.from(`${said} for ${address} ${randomUUID()} ${'and more '.repeat(20)}`)),
    p_expires_in_seconds: 300,
  };
}

export async function issue(
  backend: LocalSupabase,
  person: Person,
  address: string,
  purpose?: string,
  chain?: string,
): Promise<string> {
  const asked = describeChallenge(person, address, purpose, chain);
  return accepted(await callAsServer<string>(backend, 'issue_challenge', asked));
}

export function accepted<Data>({ data, refusal }: Answer<Data>): Data {
  if (refusal !== null || data === null) throw new Error(refusal ?? 'Nothing was answered.');
  return data;
}

export interface Signed {
  p_signed_bytes: string;
  p_signature: string;
}

export function makeSigned(): Signed {
  return { p_signed_bytes: toBase64(randomBytes(200)), p_signature: toBase64(randomBytes(64)) };
}

export interface ConsumedChallenge {
  purpose: string;
  method: string;
  chain: string;
  address: string;
  origin: string;
  message: string;
}

export function consume(
  backend: LocalSupabase,
  person: Person,
  challengeId: string,
  signed = makeSigned(),
): Promise<Answer<ConsumedChallenge[]>> {
  const parameters = { p_challenge_id: challengeId, ...person.bound, ...signed };
  return callAsServer(backend, 'consume_challenge', parameters);
}

export interface RecordedProof {
  proofId: string;
  walletId: string;
  outcome: string;
}

export function record(
  backend: LocalSupabase,
  person: Person,
  challengeId: string,
  signed: Signed,
): Promise<Answer<RecordedProof[]>> {
  const parameters = {
    p_challenge_id: challengeId,
    ...person.bound,
    ...signed,
    p_device: 'Firefox on Linux',
  };
  return callAsServer(backend, 'record_proof', parameters);
}

/** Consumes the challenge and, if that succeeds, records the proof, like the server at every submission. */
export async function submit(
  backend: LocalSupabase,
  person: Person,
  challengeId: string,
  signed = makeSigned(),
): Promise<Answer<RecordedProof[]>> {
  const { data, refusal, details } = await consume(backend, person, challengeId, signed);
  if (data?.length === 1) return record(backend, person, challengeId, signed);
  return { data: null, refusal: refusal ?? '409 proof.challenge_gone', details };
}

/** Issues, consumes and records. Returns the result of `record_proof`. */
export async function prove(
  backend: LocalSupabase,
  person: Person,
  address = makeAddress(),
  purpose?: string,
  chain?: string,
): Promise<Answer<RecordedProof[]>> {
  return submit(backend, person, await issue(backend, person, address, purpose, chain));
}

/** Proves a new wallet of this user. Returns its ID. */
export async function proveNewWallet(
  backend: LocalSupabase,
  person: Person,
  address = makeAddress(),
): Promise<{ walletId: string; proofId: string; address: string }> {
  const [proof] = accepted(await prove(backend, person, address));
  if (!proof) throw new Error('No row was answered.');
  return { walletId: proof.walletId, proofId: proof.proofId, address };
}

export async function readActivity(person: Person): Promise<string[]> {
  const { data } = await person.client
    .from('activity_events')
    .select('kind')
    .order('id', { ascending: false });
  return (data ?? []).map(({ kind }) => kind);
}

/** Makes the session's last step-up older. */
export async function ageStepUp(on: LocalSupabase, { bound }: Person, age: string): Promise<void> {
  const { refusal } = await callAsServer(on, 'test_age_step_up', {
    p_session_id: bound.p_session_id,
    p_age: age,
  });
  if (refusal) throw new Error(refusal);
}

/** Sets up an authenticator like this site: announces it before the call to Auth. */
export async function setUpAuthenticator(on: LocalSupabase, person: Person): Promise<Enrolled> {
  const enrolled = await enrol(person.client);
  const change = { p_user_id: person.bound.p_user_id, p_kind: 'authenticator' };
  const begun = await callAsServer(on, 'begin_sign_in_method_change', {
    ...change,
    p_reference: enrolled.factorId,
  });
  if (begun.refusal) throw new Error(begun.refusal);
  await proveFactor(person.client, enrolled);
  const settled = await callAsServer(on, 'finish_sign_in_method_change', change);
  if (settled.refusal) throw new Error(settled.refusal);
  return enrolled;
}

/** @param status `verified`: its code is required from now on; `unverified`: the set-up was not finished */
export async function addFactor(on: LocalSupabase, { bound }: Person, status: string): Promise<void> {
  const { refusal } = await callAsServer(on, 'test_add_factor', {
    p_user_id: bound.p_user_id,
    p_status: status,
  });
  if (refusal) throw new Error(refusal);
}
