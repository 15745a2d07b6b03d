import { randomBytes } from 'node:crypto';
import type { LocalSupabase } from 'local-supabase/testing';
import { accepted, callAsServer, type Person } from '../person.ts';

export interface Passkey {
  id: string;
  credentialId: string;
}

/** Throws if a function without a result refused. */
export function done({ refusal }: { refusal: string | null }): void {
  if (refusal) throw new Error(refusal);
}

/** Registers a passkey directly at Auth with an access token. */
export async function addExternalPasskey(
  on: LocalSupabase,
  { bound }: Person,
  credentialId = randomBytes(20).toString('base64url'),
): Promise<Passkey> {
  const id = await callAsServer<string>(on, 'test_register_passkey', {
    p_user_id: bound.p_user_id,
    p_credential_id: credentialId,
    p_name: 'Laptop',
  });
  return { id: accepted(id), credentialId };
}

/** Adds a passkey like this site: announces the credential before the call to Auth. */
export async function addPasskey(on: LocalSupabase, person: Person): Promise<Passkey> {
  const credentialId = randomBytes(20).toString('base64url');
  await announce(on, person, credentialId);
  const passkey = await addExternalPasskey(on, person, credentialId);
  await settle(on, person);
  return passkey;
}

/** Removes a passkey directly at Auth with an access token. */
export async function removeAtAuth(on: LocalSupabase, { id }: Passkey): Promise<void> {
  done(await callAsServer(on, 'test_unregister_passkey', { p_passkey_id: id }));
}

export async function announce(on: LocalSupabase, { bound }: Person, credentialId: string): Promise<void> {
  const { p_user_id, p_session_id: p_acting_session_id } = bound;
  const change = { p_user_id, p_acting_session_id, p_kind: 'passkey', p_reference: credentialId };
  done(await callAsServer(on, 'begin_sign_in_method_change', change));
}

/** The server's step after Auth has refused to add or remove a passkey. */
export async function withdraw(
  on: LocalSupabase,
  { bound }: Person,
  change: Partial<Passkey>,
): Promise<void> {
  const { credentialId = null, id = null } = change;
  const parameters = { p_user_id: bound.p_user_id, p_credential_id: credentialId, p_passkey_id: id };
  done(await callAsServer(on, 'withdraw_passkey_change', parameters));
}

/** The site's check before it calls Auth to remove a passkey. */
export function beginRemoval(on: LocalSupabase, person: Person, { id }: Passkey): Promise<string | null> {
  return refusalOf(on, 'begin_passkey_removal', person, { p_passkey_id: id });
}

export async function settle(on: LocalSupabase, { bound }: Person): Promise<void> {
  const change = { p_user_id: bound.p_user_id, p_kind: 'passkey' };
  done(await callAsServer(on, 'finish_sign_in_method_change', change));
}

/** A session that a passkey began at Auth, unknown to this site. */
export async function beginAtAuth(on: LocalSupabase, person: Person, method = 'passkey'): Promise<Person> {
  const { p_user_id } = person.bound;
  const begun = await callAsServer<string>(on, 'test_begin_session', { p_user_id, p_method: method });
  return { ...person, bound: { p_user_id, p_session_id: accepted(begun) } };
}

/** A session that a passkey began at Auth and that the site has recorded. */
export async function beginHere(on: LocalSupabase, person: Person, method = 'passkey'): Promise<Person> {
  const begun = await beginAtAuth(on, person, method);
  done(await callAsServer(on, 'record_session', { ...begun.bound, p_method: method, p_device: null }));
  return begun;
}

export function mark(on: LocalSupabase, { bound }: Person, { credentialId }: Pick<Passkey, 'credentialId'>) {
  return callAsServer<string>(
    on,
    'mark_passkey_session',
    { ...bound, p_credential_id: credentialId },
    'aal1',
  );
}

/** A session that the site began for a user of this passkey. Its token is aal1. */
export async function signInByPasskey(on: LocalSupabase, person: Person, passkey: Passkey): Promise<Person> {
  const begun = await beginHere(on, person);
  const { refusal } = await mark(on, begun, passkey);
  if (refusal) throw new Error(refusal);
  return begun;
}

/** The function's error for an aal1 token, the level of every token of a passkey. */
export async function refusalOf(
  on: LocalSupabase,
  name: string,
  { bound }: Person,
  parameters: object = {},
): Promise<string | null> {
  return (await callAsServer(on, name, { ...bound, ...parameters }, 'aal1')).refusal;
}
