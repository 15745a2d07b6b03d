import { type LocalSupabase, makePasskey, register, type SoftPasskey } from 'local-supabase/testing';
import { type Person, signUpPerson } from '../../supabase/testing/person.ts';
import { RegistrationCredential } from '../auth/passkey/passkey-schemas.ts';
import { begun, type PasskeyServer } from './passkey-visitor.ts';
import { switchToSession } from './wallet-visitor.ts';

/** A new user, signed in to a new browser. */
export async function signUpHere(backend: LocalSupabase): Promise<Person> {
  const person = await signUpPerson(backend);
  switchToSession(person.session);
  return person;
}

export async function readViewer() {
  return begun(await (await import('../session/viewer.ts')).actingViewer()).viewer;
}

/** The passkeys of this browser's user, oldest first. */
export async function listHere(server: PasskeyServer) {
  return begun(await server.listPasskeys(await readViewer())).passkeys;
}

export async function listUnannouncedHere() {
  const { readSecurity } = await import('../auth/account/read-security.ts');
  return begun(await readSecurity(await readViewer())).security.found;
}

export async function readEventsHere(): Promise<string[]> {
  const { createViewerSupabase } = await import('../session/request-session.ts');
  const client = await createViewerSupabase();
  const { data } = await client.from('activity_events').select('kind').order('id', { ascending: false });
  return (data ?? []).map(({ kind }) => kind);
}

export async function listFactors({ bound }: Person) {
  const { createAdminSupabase } = await import('../supabase/server.ts');
  const { data, error } = await createAdminSupabase().auth.admin.mfa.listFactors({ userId: bound.p_user_id });
  if (error) throw error;
  return data.factors;
}

/** A browser's response to a challenge for adding a passkey, as the action's schema returns it. */
export function answerAdding(
  { ticket, options }: { ticket: string; options: object },
  changes = {},
  passkey: SoftPasskey = makePasskey(),
) {
  return { ticket, credential: RegistrationCredential.parse(register(passkey, options as never, changes)) };
}

/** Turns every provider and email off, until `forgetSettings`. */
export function switchEverySignInMethodOff(): void {
  Object.assign(globalThis.countersign?.get('auth-settings') ?? {}, {
    enabled: [],
    refreshAt: Date.now() + 600_000,
  });
}

export async function switchPasskeysOff(): Promise<void> {
  await (await import('../supabase/settings.ts')).readArePasskeysOn();
  Object.assign(globalThis.countersign?.get('auth-settings') ?? {}, {
    arePasskeysOn: false,
    refreshAt: Date.now() + 600_000,
  });
}

/** Makes the server read Auth's settings again. */
export function forgetSettings(): void {
  globalThis.countersign?.delete('auth-settings');
}
