import { type Enrolled, enrol, type LocalSupabase, prove } from 'local-supabase/testing';
import { callAsServer, type Person } from '../wallets/prove-without-signing.ts';

/** Ages the time since someone was last seen in this session. */
export async function ageStepUp(on: LocalSupabase, { bound }: Person, age: string): Promise<void> {
  const { refusal } = await callAsServer(on, 'test_age_step_up', {
    p_session_id: bound.p_session_id,
    p_age: age,
  });
  if (refusal) throw new Error(refusal);
}

/** An authenticator as this site sets it up: it is expected before Auth is asked. */
export async function setUpAuthenticator(on: LocalSupabase, person: Person): Promise<Enrolled> {
  const enrolled = await enrol(person.client);
  const change = { p_user_id: person.bound.p_user_id, p_kind: 'authenticator' };
  const begun = await callAsServer(on, 'begin_sign_in_method_change', {
    ...change,
    p_reference: enrolled.factorId,
  });
  if (begun.refusal) throw new Error(begun.refusal);
  await prove(person.client, enrolled);
  const settled = await callAsServer(on, 'finish_sign_in_method_change', change);
  if (settled.refusal) throw new Error(settled.refusal);
  return enrolled;
}

/** @param status `verified` asks for its code from now on, `unverified` was begun and left. */
export async function addFactor(on: LocalSupabase, { bound }: Person, status: string): Promise<void> {
  const { refusal } = await callAsServer(on, 'test_add_factor', {
    p_user_id: bound.p_user_id,
    p_status: status,
  });
  if (refusal) throw new Error(refusal);
}
